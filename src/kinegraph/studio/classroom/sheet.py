"""The sheet of links: each student's name and address, to print and cut."""

from html import escape

from kinegraph.studio.classroom.roster import RosterFile, Student

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Links of the class {title}</title>
<style>
body {{ font: 14px/1.4 system-ui, sans-serif; margin: 24px; color: #222; background: #fff }}
h1 {{ font-size: 18px; margin: 0 0 4px }} p {{ margin: 0 0 16px }}
ul {{ list-style: none; margin: 0; padding: 0 }}
li {{ padding: 10px 0; border-top: 1px dashed #999; break-inside: avoid }}
b {{ display: block; font-size: 15px }}
a {{ color: inherit; font: 13px ui-monospace, monospace; word-break: break-all }}
</style></head><body>
<h1>{title}</h1>
<p>Each link opens one student's document. Give every student only their own.</p>
<ul>
{rows}
</ul></body></html>
"""


def student_link(address: str, student: Student) -> str:
    """The link of a student. address: As in "http://127.0.0.1:8765"."""
    return f"{address}/#token={student.token}"


def teacher_link(address: str, token: str) -> str:
    """The link of the teacher's page."""
    return f"{address}/classroom.html#token={token}"


def links_sheet(file: RosterFile, address: str) -> str:
    """The sheet as an HTML page."""
    rows = "\n".join(
        f'<li><b>{escape(student.name)}</b><a href="{escape(link, quote=True)}">{escape(link)}</a></li>'
        for student in file.roster.students
        for link in (student_link(address, student),)
    )
    return _PAGE.format(title=escape(file.folder.name), rows=rows)
