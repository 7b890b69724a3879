from pathlib import Path

import pytest

from selfrag.bench.data import read_sets
from selfrag.errors import SelfragError
from tests.bench.conftest import Write


def test_a_set_is_read_from_dev_or_from_its_own_folder(tmp_path: Path, write: Write) -> None:
    write("one/corpus.jsonl", [{"id": "p"}])
    write("one/dev/queries.jsonl", [{"id": "q"}])
    write("one/queries.jsonl", [{"id": "not this"}])
    write("two/corpus_ko.jsonl", [{"id": "k"}])
    write("two/corpus_en.jsonl", [{"id": "e"}])
    write("two/relevance.jsonl", [{"id": "r"}])
    write("two/grounding_binary.jsonl", [{"id": "g"}])
    write("notes/readme.jsonl", [{"id": "x"}])
    one, two = read_sets(tmp_path)
    assert (one.name, one.corpora, one.queries) == ("one", {"": [{"id": "p"}]}, [{"id": "q"}])
    assert two.corpora == {"en": [{"id": "e"}], "ko": [{"id": "k"}]}
    assert (two.relevance, two.grounding) == ([{"id": "r"}], {"binary": [{"id": "g"}]})


def test_a_limit_spreads_over_the_file_and_spares_the_corpus(tmp_path: Path, write: Write) -> None:
    write("one/corpus.jsonl", [{"id": n} for n in range(10)])
    write("one/queries.jsonl", [{"id": n} for n in range(10)])
    (one,) = read_sets(tmp_path, limit=4)
    assert [query["id"] for query in one.queries] == [0, 2, 5, 7]
    assert len(one.corpora[""]) == 10


def test_what_cannot_be_read_is_named(tmp_path: Path, write: Write) -> None:
    with pytest.raises(SelfragError, match="no folder"):
        list(read_sets(tmp_path / "absent"))
    with pytest.raises(SelfragError, match="no evaluation set"):
        list(read_sets(tmp_path))
    write("one/queries.jsonl", [{"id": 1}])
    with (tmp_path / "one/queries.jsonl").open("a") as file:
        file.write("{broken\n")
    with pytest.raises(SelfragError, match=r"Line 2 of .*queries\.jsonl"):
        list(read_sets(tmp_path))
