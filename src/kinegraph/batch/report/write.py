"""Writes the report of an output folder's last run."""

import os
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from kinegraph.batch.ledger import Ledger, Row
from kinegraph.batch.report.figures import figures_of
from kinegraph.batch.report.page import (
    FILES_A_PAGE,
    MAKER,
    PICTURES,
    TABLE,
    file_card,
    first_page,
    further_page,
    page_links,
    page_name,
)
from kinegraph.batch.report.table import write_table
from kinegraph.batch.store import THUMBNAIL, ResultStore
from kinegraph.core.errors import FormatError
from kinegraph.core.files.report_folder import check_report_folder
from kinegraph.core.files.whole import whole_file

_LISTED_FAILURES = 200


def write_report(output: str | Path, folder: str | Path) -> Path:
    """Writes pages, pictures and a table on the last run; returns the start page.

    output: The folder of the batch. folder: For the report; it is made if it is not there.
    """
    output, folder = Path(output), Path(folder)
    check_report_folder(folder, MAKER)
    try:
        folder.mkdir(exist_ok=True)
        (folder / PICTURES).mkdir(exist_ok=True)
    except OSError as error:
        raise FormatError(folder, f"the folder cannot be made: {error.strerror or error}.") from error
    with Ledger(output) as ledger:
        write_table(ledger, folder / TABLE)
        counts = ledger.counts()
        pages = max(1, -(-counts.files // FILES_A_PAGE))
        job, _ = ledger.last_order()
        title = f"Batch: {job.__struct_config__.tag}"
        cards = _cards(ledger, output, folder)
        for number in range(1, pages + 1):
            files, links = islice(cards, FILES_A_PAGE), page_links(number, pages)
            if number == 1:
                failures = list(islice(ledger.failures(), _LISTED_FAILURES))
                content = first_page(title, counts, figures_of(ledger.rows()), failures, files, links)
            else:
                content = further_page(title, files, links)
            with whole_file(folder / page_name(number)) as place, place.open("w", encoding="utf-8") as file:
                file.writelines(content)
    _remove_pages(folder, pages)
    return folder / page_name(1)


def _cards(ledger: Ledger, output: Path, folder: Path) -> Iterator[str]:
    store = ResultStore(output.resolve())
    results = Path(os.path.relpath(output.resolve(), folder.resolve())).as_posix()
    for row in ledger.rows():
        yield file_card(row, _picture(row, store, folder), results)


def _picture(row: Row, store: ResultStore, folder: Path) -> str | None:
    """Puts a file's thumbnail into the report; returns its address, None where there is none."""
    if row.key is None:
        return None
    source, name = store.place(row.key) / THUMBNAIL, f"{row.key}.png"
    if not source.is_file():
        return None
    place = folder / PICTURES / name
    if not place.exists():
        try:
            os.link(source, place)
        except OSError:
            shutil.copyfile(source, place)
    return f"{PICTURES}/{name}"


def _remove_pages(folder: Path, pages: int) -> None:
    """Removes pages of an earlier report that had more of them."""
    number = pages + 1
    while (left := folder / page_name(number)).is_file():
        left.unlink()
        number += 1
