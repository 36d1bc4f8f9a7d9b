"""The pages of the report: HTML without a network; a large library has several."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from kinegraph.batch.ledger import Counts, Row
from kinegraph.batch.report.figures import Figures, label_text, number_text
from kinegraph.core.files.report_folder import maker_tag
from kinegraph.keys.report import report_style

MAKER = "batch"
TABLE = "files.csv"
PICTURES = "thumbnails"
FILES_A_PAGE = 500
_MOST_FACTS = 6


def first_page(
    title: str, counts: Counts, figures: Figures, failures: Sequence[Row], files: Iterator[str], links: str
) -> Iterator[str]:
    """The start page, piece by piece.

    files: Cards of the first files. links: To the other pages.
    """
    yield _head(title)
    yield f'<header><h1>{escape(title)}</h1><p class="figure">{escape(sentence(counts))}</p>'
    yield f"{_facts(counts, figures)}</header>"
    if failures:
        yield _failures(failures, counts.failed)
    if figures.spreads:
        yield f"<section><h2>Figures</h2>{_spreads(figures)}</section>"
    yield f'<section><h2>Files</h2><p>All of them are in <a href="{TABLE}">{TABLE}</a>.</p>{_FILTER}'
    yield '<div class="files">'
    yield from files
    yield f"</div>{links}</section>{_FOOT}"


def further_page(title: str, files: Iterator[str], links: str) -> Iterator[str]:
    """A page with more files."""
    yield _head(title)
    yield f'<header><h1><a href="index.html">{escape(title)}</a></h1></header><section>{_FILTER}'
    yield '<div class="files">'
    yield from files
    yield f"</div>{links}</section>{_FOOT}"


def page_links(number: int, pages: int) -> str:
    """Links between the pages; nothing where there is one."""
    if pages < 2:
        return ""
    entries = [
        f"<b>{each}</b>" if each == number else f'<a href="{page_name(each)}">{each}</a>'
        for each in range(1, pages + 1)
    ]
    return f'<nav class="pages">{" ".join(entries)}</nav>'


def page_name(number: int) -> str:
    """File name of a page, from 1."""
    return "index.html" if number == 1 else f"files-{number}.html"


def sentence(counts: Counts) -> str:
    """The outcome in one sentence."""
    parts = [f"{counts.done - counts.reused:,} made"]
    if counts.reused:
        parts.append(f"{counts.reused:,} were there already")
    if counts.failed:
        parts.append(f"{counts.failed:,} failed")
    waiting = counts.files - counts.done - counts.failed
    if waiting:
        parts.append(f"{waiting:,} not started")
    return f"{counts.files:,} {'file' if counts.files == 1 else 'files'}: {', '.join(parts)}"


def file_card(row: Row, picture: str | None, results: str) -> str:
    """One file: its picture, name, main figures and notes.

    picture: Address of the thumbnail. results: Address of the output folder.
    """
    state = "failed" if row.failed else "reused" if row.reused else "made"
    name = escape(row.name)
    if row.result is not None and row.result.files:
        place = quote(str(Path(row.name).parent / _first_file(row)))
        name = f'<a href="{results}/{place}">{name}</a>'
    words = f'<p class="reason">{escape(row.error or "")}</p>' if row.failed else _card_facts(row)
    return (
        f'<article class="{state}" data-name="{escape(row.name.lower())}">{_card_picture(row, picture)}'
        f"<h3>{name}</h3>{words}{_card_notes(row)}</article>\n"
    )


def _card_picture(row: Row, picture: str | None) -> str:
    if picture is None:
        return f'<div class="none">{"failed" if row.failed else "no picture"}</div>'
    size, words = 'width="240" height="150"', escape(f"Poses of {row.path.stem}")
    return f'<img src="{quote(picture)}" {size} loading="lazy" alt="{words}">'


def _card_notes(row: Row) -> str:
    notes = () if row.result is None else row.result.notes
    if not notes:
        return ""
    listed = "".join(f"<li>{escape(note)}</li>" for note in notes)
    title = "1 note" if len(notes) == 1 else f"{len(notes)} notes"
    return f"<details><summary>{title}</summary><ul>{listed}</ul></details>"


def _first_file(row: Row) -> str:
    """The main file of a result as it is shown: under the name that the file has in the output folder."""
    first = row.result.files[0] if row.result is not None else ""
    return f"{Path(row.name).name}{Path(first).suffix}"


def _card_facts(row: Row) -> str:
    if row.result is None:
        return ""
    pairs = []
    for name, value in list(row.result.facts.items())[:_MOST_FACTS]:
        label, unit = label_text(name)
        pairs.append(f"<div><dt>{escape(label)}</dt><dd>{escape(number_text(value))}{unit}</dd></div>")
    return f"<dl>{''.join(pairs)}</dl>"


def _facts(counts: Counts, figures: Figures) -> str:
    facts = []
    if figures.made:
        each = figures.work_seconds / figures.made
        facts.append((f"{each:.2f} s", "of work for a file"))
        facts.append((f"{3600.0 / each:,.0f}" if each > 0 else "–", "files per hour and worker"))
    if figures.workers:
        facts.append((str(len(figures.workers)), "worker" if len(figures.workers) == 1 else "workers"))
    if counts.files:
        facts.append((f"{100.0 * counts.done / counts.files:.1f} %", "have a result"))
    spans = "".join(f"<span><b>{escape(figure)}</b> {escape(words)}</span>" for figure, words in facts)
    return f'<div class="facts">{spans}</div>'


def _failures(rows: Sequence[Row], total: int) -> str:
    """Failed files by reason: a library often has one fault many times."""
    more = "" if total <= len(rows) else f"<p>The first {len(rows):,} of {total:,}; the table has all.</p>"
    reasons: dict[str, list[Row]] = {}
    for row in rows:
        reasons.setdefault(row.error or "", []).append(row)
    lines = "".join(
        f"<tr><td>{escape(reason[:1].upper() + reason[1:])}</td><td>{_file_names(files)}</td></tr>"
        for reason, files in sorted(reasons.items(), key=lambda item: -len(item[1]))
    )
    return (
        f'<section><h2>Failed files</h2>{more}<div class="panel"><table class="failures">'
        f"<thead><tr><th>Reason</th><th>Files</th></tr></thead><tbody>{lines}</tbody></table></div></section>"
    )


def _file_names(rows: Sequence[Row]) -> str:
    names = ", ".join(f'<span title="{escape(str(row.path))}">{escape(row.path.name)}</span>' for row in rows)
    return f"<b>{len(rows)}</b> {names}" if len(rows) > 1 else names


def _spreads(figures: Figures) -> str:
    lines = []
    for name, spread in figures.spreads.items():
        label, unit = label_text(name)
        cells = [number_text(value) + unit for value in (spread.low, spread.mean, spread.high)]
        total = number_text(spread.total) + unit if unit in ("", " s", " bytes") and name != "fps" else ""
        lines.append(
            f"<tr><th>{escape(label)}</th>"
            + "".join(f"<td>{escape(c)}</td>" for c in (*cells, total))
            + "</tr>"
        )
    return (
        '<div class="panel"><table><thead><tr><th></th><th>smallest</th><th>mean</th><th>largest</th>'
        f"<th>sum</th></tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


def _head(title: str) -> str:
    own = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{maker_tag(MAKER)}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{report_style()}{own}</style></head><body><main>"
    )


_FILTER = (
    '<div class="tools"><input type="search" id="filter" placeholder="Filter by name" '
    'aria-label="Filter by name">'
    '<label><input type="checkbox" id="only"> failed only</label></div>'
)
_FOOT = """</main><script>
"use strict";
const filter = document.getElementById("filter"), only = document.getElementById("only");
const cards = [...document.querySelectorAll("article")];
function show() {
  const words = filter.value.toLowerCase();
  for (const card of cards) {
    card.hidden = !card.dataset.name.includes(words) || (only.checked && card.className !== "failed");
  }
}
filter.addEventListener("input", show); only.addEventListener("change", show);
</script></body></html>
"""
