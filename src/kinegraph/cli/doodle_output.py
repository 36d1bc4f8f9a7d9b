"""The output of `kinegraph doodle`: files, facts for scripts, and a summary."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kinegraph.core.errors import InvalidValue

if TYPE_CHECKING:
    from kinegraph.doodles.clip import DoodleResult
    from kinegraph.doodles.line.motion import Piece

PICTURES, FILMS = (".png",), (".gif", ".mp4")
_FILM_FPS = {".gif": 20.0, ".mp4": 30.0}
_FILM = (1280, 720)


def write_doodle(result: "DoodleResult", out: Path, *, props: bool, quiet: bool) -> None:
    """Writes a performed doodle as a still, a film, or a motion file."""
    suffix = out.suffix.lower()
    if suffix in FILMS:
        _write_film(result, out, suffix, quiet)
    elif suffix in PICTURES:
        from kinegraph.characters.rendering.movie import write_png
        from kinegraph.doodles.pictures.still import SIZE, doodle_still

        in_space = any(line.camera for line in result.doodle.lines) or result.doodle.camera is not None
        write_png(doodle_still(result, _FILM if in_space else SIZE), out)
    else:
        from kinegraph.formats import format_of, save

        # Text formats hold one skeleton; props would become unexpected joints in it.
        save(result.for_files(props=props and format_of(out).name in ("gltf", "usd", "blender", "fbx")), out)


def _write_film(result: "DoodleResult", out: Path, suffix: str, quiet: bool) -> None:
    from kinegraph.characters.rendering.movie import write_gif, write_mp4
    from kinegraph.cli.render import with_bar
    from kinegraph.doodles.pictures.film import film_frames, frame_count

    fps = _FILM_FPS[suffix]
    write = write_gif if suffix == ".gif" else write_mp4
    write(with_bar(film_frames(result, fps, _FILM), frame_count(result, fps), quiet=quiet), out, fps)


def doodle_facts(
    path: Path, result: "DoodleResult", performer: str | None, out: Path | None
) -> dict[str, Any]:
    """Everything that was recognised, as plain values."""
    sketch, settings = result.sketch, result.settings
    return {
        "doodle": str(path),
        "name": result.doodle.name,
        "character": None
        if sketch is None
        else {
            "kind": sketch.kind,
            "facing": "right" if sketch.facing > 0 else "left",
            "confidence": sketch.confidence,
            "links": list(sketch.labels),
            "joints": {name: place.tolist() for name, place in sketch.joints.items()},
            "doubts": list(sketch.doubts),
        },
        "performer": performer or (None if result.character is None else result.character.name),
        "settings": {
            "leg_length_m": settings.leg_length,
            "jump_line_m": settings.jump_line,
            "longest_step_m": settings.longest_step,
        },
        "lines": [
            {
                "begins_s": result.doodle.clock[number],
                "in_space": result.doodle.lines[number].camera is not None,
                "tokens": [
                    {
                        "kind": token.kind.value,
                        "points": list(token.span),
                        "joins": token.join.value,
                        "rest_s": token.rest,
                    }
                    for token in reading.tokens
                ],
            }
            for number, reading in enumerate(result.readings)
        ],
        "pieces": [piece_facts(piece) for piece in result.reading.pieces],
        "notes": list(result.notes),
        "clip": None
        if result.clip is None
        else {"frames": len(result.clip), "fps": result.clip.fps, "seconds": result.clip.duration},
        "file": None if out is None else str(out),
    }


def piece_facts(piece: "Piece") -> dict[str, Any]:
    """A motion with its parameters, or an unknown piece with the guesses."""
    from kinegraph.doodles.line.motion import Motion

    where = {
        "line": piece.stroke,
        "points": list(piece.span),
        "start_m": piece.start.tolist(),
        "end_m": piece.end.tolist(),
        "start_s": piece.start_time,
        "end_s": piece.end_time,
    }
    if isinstance(piece, Motion):
        return {
            "motion": piece.name,
            "backward": piece.backward,
            **where,
            "apex_m": piece.apex.tolist(),
            "apex_s": piece.apex_time,
            "turns": piece.turns,
            "confidence": piece.confidence,
            "taught": piece.taught or None,
        }
    guesses = [{"motion": name, "closeness": closeness} for name, closeness in piece.guesses]
    return {"motion": None, **where, "reason": piece.reason, "guesses": guesses}


def print_doodle(result: "DoodleResult", performer: str | None, out: Path | None) -> None:
    """Prints a summary."""
    from rich.console import Console

    console = Console()

    def say(text: str) -> None:
        console.print(text, markup=False, highlight=False, soft_wrap=True)

    sketch = result.sketch
    if sketch is not None:
        links = ", ".join(label.replace("_", " ") if label else "?" for label in sketch.labels)
        what = sketch.kind or "no character yet"
        say(f"drawn: {what} ({100 * sketch.confidence:.0f}% sure), links in order: {links}")
        for doubt in sketch.doubts:
            say(f"doubt: {doubt}")
    for number, reading in enumerate(result.readings, start=1):
        counts: dict[str, int] = {}
        for token in reading.tokens:
            counts[token.kind.value] = counts.get(token.kind.value, 0) + 1
        text = ", ".join(f"{count} x {kind}" for kind, count in counts.items()) or "nothing"
        say(f"line {number}: {len(reading.tokens)} tokens ({text})")
    if result.reading.pieces:
        _print_pieces(console, result.reading.pieces)
    for note in result.notes:
        say(f"note: {note}")
    if result.clip is not None:
        name = performer or (result.character.name if result.character else "")
        text = f"{len(result.clip)} frames, {result.clip.duration:.2f} s"
        say(f"{name}: {text}" + (f" → {out}" if out is not None else ""))


def _print_pieces(console: Any, pieces: "tuple[Piece, ...]") -> None:
    from rich.markup import escape
    from rich.table import Table

    from kinegraph.doodles.line.motion import Motion

    table = Table(box=None, pad_edge=False)
    for column in ("motion", "line", "from", "to", "height", "seconds", "sure"):
        table.add_column(column, justify="left" if column == "motion" else "right")
    for piece in pieces:
        row = [str(piece.stroke + 1), _place(piece.start), _place(piece.end)]
        if isinstance(piece, Motion):
            turns = f" x{piece.turns:g}" if piece.turns > 1 else ""
            name = piece.name.replace("_", " ") + turns + (" backward" if piece.backward else "")
            height = f"{piece.apex[1] - min(piece.start[1], piece.end[1]):.2f}"
            row = [name, *row, height, _span(piece), f"{100 * piece.confidence:.0f}%"]
        else:
            near = ", ".join(name for name, _ in piece.guesses[:2])
            row = [
                escape(f"? {piece.reason}" + (f" (near: {near})" if near else "")),
                *row,
                "",
                _span(piece),
                "",
            ]
        table.add_row(*row)
    console.print(table)


def _place(place: Any) -> str:
    """A place as x and y of the sheet, or as x, y and z of the world where it is off the sheet."""
    off = abs(place[0]) > 5e-3
    return f"{place[0]:.2f}, {place[1]:.2f}, {place[2]:.2f}" if off else f"{place[2]:.2f}, {place[1]:.2f}"


def _span(piece: "Piece") -> str:
    return f"{piece.start_time:.2f} - {piece.end_time:.2f}"


def check_fps(fps: float) -> None:
    """Raises an error if no clip can have this frame rate."""
    if not 1.0 <= fps <= 1000.0:
        raise InvalidValue(f"--fps {fps}: it must be a number from 1 to 1000.")
