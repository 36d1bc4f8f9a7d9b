"""The summary of a `kinegraph keys` result: as JSON for a script, as a table for a person."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table

    from kinegraph.keys.choices import KeyChoices
    from kinegraph.keys.keyed_motion import KeyedMotion

_LAYERS = ("segments", "keyposes", "breakdowns", "detail")
_MM = 1000.0


@dataclass(frozen=True)
class KeySummary:
    """A result and where it went.

    file: The name that the user gave.
    notes: Notes of the reader, the choice and the writer.
    """

    file: str
    choices: "KeyChoices"
    result: "KeyedMotion"
    out: Path | None = None
    report: Path | None = None
    notes: tuple[str, ...] = ()
    facts: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", self._facts())

    def _facts(self) -> dict[str, Any]:
        choices, result = self.choices, self.result
        worst = result.error.worst
        return {
            "file": self.file,
            "motion": choices.clip.name,
            "frames": len(choices.clip),
            "first_frame": choices.start,
            "fps": round(choices.clip.fps, 6),
            "joints": len(choices.clip.skeleton),
            "keys": len(result.keys.frames),
            "automatic": choices.automatic,
            "leading": list(choices.leading) if choices.settings.objective is None else [],
            "layers": self._layers(),
            "error_mm": {
                "max": _rounded(worst.largest),
                "mean": _rounded(float(result.distances.mean())),
                "rms": _rounded(result.error.mean),
                "joint": worst.joint,
                "frame": choices.start + worst.frame,
                "max_percent_of_height": round(100.0 * worst.largest / result.error.height, 4),
            },
            "stances": len(result.error.stances),
            "stance_drift_mm": _rounded(result.error.worst_stance_drift),
            "stance_sinking_mm": _rounded(result.error.worst_sinking),
            "seconds": {
                "table": round(choices.seconds.table, 4),
                "selection": round(choices.seconds.selection, 4),
                "fit": round(result.fit_seconds, 4),
            },
            "out": None if self.out is None else str(self.out),
            "report": None if self.report is None else str(self.report),
            "notes": list(self.notes),
        }

    def _layers(self) -> list[dict[str, Any]]:
        keys, settings = self.result.keys, self.choices.settings
        names = _LAYERS if settings.objective is None else (settings.objective,)
        return [
            {
                "name": names[index],
                "objective": plan.objective,
                "frames": [
                    int(frame) + self.choices.start for frame in keys.frames[keys.layers == index].tolist()
                ],
                "tags": [str(tag) for tag, own in zip(keys.tags, keys.layers, strict=True) if own == index],
            }
            for index, plan in enumerate(settings.plans)
        ]

    @property
    def sentence(self) -> str:
        """The result in one sentence."""
        facts, error = self.facts, self.facts["error_mm"]
        return (
            f"{facts['keys']} keys of {facts['frames']} frames, largest error {error['max']:.1f} mm "
            f"at {error['joint']}, frame {error['frame']}"
        )


def print_summary(summary: KeySummary) -> None:
    """Prints the sentence, the keys by layer, and their errors."""
    from rich.console import Console
    from rich.text import Text

    # A pipe has no width: each fact stays on one line.
    console = Console(width=None if sys.stdout and sys.stdout.isatty() else 1000)
    console.print(Text(summary.sentence, style="bold"))
    console.print(_table(summary.facts))
    for note in summary.notes:
        console.print(Text.assemble(("note: ", "dim"), note))


def _table(facts: dict[str, Any]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    error, seconds = facts["error_mm"], facts["seconds"]
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column()
    rows = [(f"{tag}s", _frames_text(frames)) for tag, frames in _by_tag(facts["layers"]).items()]
    rows += [
        ("mean error", f"{error['mean']:.2f} mm; largest is {error['max_percent_of_height']:.2f}% of height"),
        ("stance drift", _stance_text(facts)),
        ("leading", ", ".join(facts["leading"]) or "no part: one objective for all joints"),
        (
            "seconds",
            f"table {seconds['table']:.3f}, selection {seconds['selection']:.3f}, fit {seconds['fit']:.3f}",
        ),
    ]
    rows += [(name, facts[name]) for name in ("out", "report") if facts[name]]
    for label, text in rows:
        table.add_row(label, Text(text))
    return table


def _by_tag(layers: list[dict[str, Any]]) -> dict[str, list[int]]:
    """Frames by tag; keyposes come from two layers."""
    found: dict[str, list[int]] = {}
    for layer in layers:
        for frame, tag in zip(layer["frames"], layer["tags"], strict=True):
            found.setdefault(tag, []).append(frame)
    return {tag: sorted(frames) for tag, frames in found.items()}


def _stance_text(facts: dict[str, Any]) -> str:
    if not facts["stances"]:
        return "no stances"
    plural = "s" if facts["stances"] != 1 else ""
    return (
        f"{facts['stance_drift_mm']:.1f} mm at most, sinking {facts['stance_sinking_mm']:.1f} mm, "
        f"over {facts['stances']} stance{plural}"
    )


def _frames_text(frames: list[int]) -> str:
    return f"{len(frames)}: {' '.join(map(str, frames))}"


def _rounded(metres: float) -> float:
    return round(_MM * metres, 4)
