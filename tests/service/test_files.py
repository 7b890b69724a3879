"""Files and collections as a person names them, on real stores."""

from pathlib import Path

from selfrag.samples import sample_files
from selfrag.service.files import Upload
from selfrag.settings import read_settings
from selfrag.wiring import open_service


def test_the_description_goes_to_the_collection_that_the_upload_made_however_its_title_is_typed(
    tmp_path: Path,
) -> None:
    guide, menu, *_ = [(path.name, path) for path in sample_files()]
    with open_service(read_settings({"SELFRAG_DATA_DIR": str(tmp_path)})) as service:
        service.create_collection("House")
        uploads = [Upload(" Menu\n", [menu], "Dishes and prices."), Upload("House ", [guide], "Rules of the house.")]
        ended = service.ingest_each(uploads).wait()
        assert ended is not None
        assert (ended.status, ended.error) == ("ready", None)
        told = [(one.title, one.description, one.documents) for one in service.collections()]
    assert told == [("House", "", 1), ("Menu", "Dishes and prices.", 1)]
