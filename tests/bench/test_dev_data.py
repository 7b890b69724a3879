"""The embedded default holds on the evaluation data beside the repository."""

from pathlib import Path

import pytest

from selfrag.bench.runner import run_bench
from selfrag.models.embedded import EmbeddedEmbedder, EmbeddedReflector, EmbeddedWriter


@pytest.mark.slow
def test_the_embedded_default_is_good_enough(shared: Path, tmp_path: Path) -> None:
    for name in ("en_squad2", "ko_strategyqa_facts", "grounding_en"):
        (tmp_path / name).symlink_to(shared / "eval" / name)
    pages = tmp_path / "pages"
    pages.mkdir()
    for part in ("corpus_en.jsonl", "corpus_ko.jsonl", "dev"):
        (pages / part).symlink_to(shared / "eval" / "pdf_docs" / part)
    embedder = EmbeddedEmbedder()
    sets = run_bench(
        tmp_path, embedder=embedder, reflector=EmbeddedReflector(), writer=EmbeddedWriter(embedder), chat="quotes"
    )["sets"]
    english, korean = sets["en_squad2"], sets["ko_strategyqa_facts"]
    assert english["retrieval"]["en"]["recall@5"] >= 0.95
    assert korean["retrieval"]["ko"]["recall@5"] >= 0.95
    assert english["answers"]["en"]["contains_gold"] >= 0.82
    assert sets["pages"]["answers"]["ko"]["contains_gold"] >= 0.86
    assert english["relevance"]["en"]["balanced_accuracy"] >= 0.83
    assert sets["pages"]["retrieval"]["ko-en"]["recall@5"] >= 0.8
    assert sets["pages"]["retrieval"]["en-ko"]["recall@5"] >= 0.7
    assert sets["grounding_en"]["grounding"]["en"]["fully_vs_rest_balanced"] >= 0.8
