"""The samples with a past: three collections whose passages were judged for two months."""

import time
from pathlib import Path

from selfrag.samples import sample_files
from selfrag.settings import Settings
from selfrag.wiring import open_service
from tests.service.histories import fill

TITLES = ("Menu", "=HYPERLINK(1) ![x](https://a.invalid/p.png) *Wine*", "House guide")
DELETED = "0" * 16 + ":1:0"


def make(data_dir: Path, *, many: int = 100, each: int = 10) -> None:
    """Fill an empty data directory that no server has open."""
    with open_service(Settings(data_dir)) as service:
        for title, path in zip(TITLES, sample_files(), strict=True):
            service.ingest([(path.name, path.read_bytes())], title).wait()
        sources = [collection.id for collection in service.collections()]
        ids = [passage_id for source in sources for passage_id, _text in service.desk.library.catalog.texts(source)]
        fill(service.desk.engine, [*ids, DELETED], sources, time.time(), many=many, each=each)
