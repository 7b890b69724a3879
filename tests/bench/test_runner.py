from pathlib import Path

from selfrag.bench.report import as_table
from selfrag.bench.runner import run_bench
from selfrag.models.embedded import EmbeddedReflector, EmbeddedWriter
from tests.bench.conftest import Write
from tests.fakes import FakeEmbedder

KOREAN = [
    {"id": "k1", "text": "시그니처 스테이크 ₩35,000", "page": 1},
    {"id": "k2", "text": "주차장은 지하 2층에 있습니다.", "page": 2},
]
ENGLISH = [
    {"id": "e1", "text": "The signature steak costs 35,000 won.", "page": 1},
    {"id": "e2", "text": "The car park is on the second basement floor.", "page": 2},
]


def query(language: str, question: str, relevant: str, across: str, *answers: str, **more: object) -> dict[str, object]:
    return {
        "id": question,
        "lang": language,
        "question": question,
        "relevant_ids": [relevant],
        "xling_relevant_ids": [across],
        "answers": list(answers),
        "answerable": True,
        **more,
    }


def test_a_parallel_set_end_to_end(tmp_path: Path, write: Write) -> None:
    write("docs/corpus_ko.jsonl", KOREAN)
    write("docs/corpus_en.jsonl", ENGLISH)
    write(
        "docs/dev/queries.jsonl",
        [
            query("ko", "시그니처 스테이크의 가격은 얼마인가요?", "k1", "e1", "35,000"),
            query("ko", "주차장은 어디에 있나요?", "k2", "e2", "지하 3층"),
            query("en", "Where is the car park?", "e2", "k2", "예", kind="yes_no"),
            {"id": "u", "lang": "en", "question": "wifi password", "relevant_ids": [], "answers": [],
             "answerable": False, "kind": "off_corpus"},
        ],
    )  # fmt: skip
    lines: list[str] = []
    result = run_bench(
        tmp_path,
        embedder=FakeEmbedder(),
        reflector=EmbeddedReflector(),
        writer=EmbeddedWriter(),
        chat="quotes",
        progress=lines.append,
    )
    assert (result["embedder"], result["chat"], list(result["sets"])) == ("pairs", "quotes", ["docs"])
    docs = result["sets"]["docs"]
    assert set(docs) == {"retrieval", "refusal", "answers"}
    assert {key: figures["n"] for key, figures in docs["retrieval"].items()} == {
        "ko": 2,
        "en": 1,
        "ko-en": 2,
        "en-ko": 1,
    }
    assert docs["retrieval"]["ko"] == {
        "n": 2, "recall@1": 1.0, "recall@5": 1.0, "recall@10": 1.0, "mrr@10": 1.0, "ndcg@10": 1.0,
    }  # fmt: skip
    assert docs["answers"] == {"ko": {"n": 2, "contains_gold": 0.5}}
    assert docs["refusal"] == {"off_corpus": {"n": 1, "auroc": 1.0}}
    assert lines == ["docs: 4 questions, 4 passages"]
    table = as_table(result).split("\n")
    assert table[0].startswith("embedder pairs, answers by quotes, ")
    assert any(line.split()[:7] == ["docs", "answers", "ko", "n", "2", "contains_gold", "0.500"] for line in table)


def test_a_set_of_pairs_alone_has_only_its_own_parts(tmp_path: Path, write: Write) -> None:
    row = {"id": "1", "lang": "en", "context": "It is dry.", "answer": "It is dry.", "label": "fully"}
    write("pairs/grounding_human.jsonl", [row])
    result = run_bench(
        tmp_path, embedder=FakeEmbedder(), reflector=EmbeddedReflector(), writer=EmbeddedWriter(), chat="quotes"
    )
    assert result["sets"] == {
        "pairs": {"grounding": {"en human": {"n": 1, "accuracy": 1.0, "fully_vs_rest_balanced": 1.0}}}
    }
