"""Folders for report pages: a page that Kinegraph did not write is never overwritten."""

from pathlib import Path

from kinegraph.core.errors import FormatError

PAGE = "index.html"
_HEAD = 500  # bytes in which a page names its maker


def maker_tag(maker: str) -> str:
    """The element in a page's head that shows which command wrote it."""
    return f'<meta name="generator" content="kinegraph {maker}">'


def check_report_folder(folder: Path, maker: str) -> None:
    """Refuses a folder that cannot hold a report, or whose page this command did not write."""
    if folder.exists() and not folder.is_dir():
        raise FormatError(folder, "is a file; a report wants a folder.")
    if not folder.resolve().parent.is_dir():
        raise FormatError(folder, f"the folder {folder.parent} does not exist.")
    page = folder / PAGE
    if page.exists() and not _is_by(page, maker):
        raise FormatError(page, "is not a Kinegraph report and would be overwritten; choose another folder.")


def _is_by(page: Path, maker: str) -> bool:
    with page.open("rb") as file:
        return maker_tag(maker).encode() in file.read(_HEAD)
