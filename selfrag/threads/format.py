"""The format of a data directory: another one is told in a sentence rather than failing somewhere inside."""

from pathlib import Path

from selfrag.errors import SettingsError

FORMAT = "1"  # raised when tables or files change so that an older directory cannot be read


def check_format(data_dir: Path) -> None:
    """Mark a new directory with its format; raises SettingsError for one of another format."""
    mark = data_dir / "format.txt"
    if not mark.exists() and not (data_dir / "catalog.sqlite").exists():
        mark.write_text(FORMAT, encoding="utf-8")
    found = mark.read_text(encoding="utf-8").strip() if mark.exists() else "0"
    if found != FORMAT:
        raise SettingsError(
            "The data directory {folder} was made by another version of selfrag (format {found}, this one needs "
            "{needed}): set SELFRAG_DATA_DIR to a new folder and add the documents again.",
            folder=data_dir,
            found=found,
            needed=FORMAT,
        )
