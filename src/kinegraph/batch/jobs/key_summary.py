"""The summary of a choice of keys: facts as plain values, and one sentence."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kinegraph.keys.choices import KeyChoices
from kinegraph.keys.keyed_motion import KeyedMotion
from kinegraph.keys.thinning import key_total

_LAYERS = ("segments", "keyposes", "breakdowns", "detail")
_MM = 1000.0


@dataclass(frozen=True)
class KeySummary:
    """A result and where it went.

    file: The name that the user gave.
    notes: Notes of the reader, the choice and the writer.
    """

    file: str
    choices: KeyChoices
    result: KeyedMotion
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
            "curve_keys": key_total(result.animation),
            "automatic": choices.automatic,
            "leading": list(choices.leading) if choices.settings.objective is None else [],
            "layers": self._layers(),
            "curve": {
                "counts": choices.counts.tolist(),
                "error_mm": [_round_figure(error) for error in choices.errors.tolist()],
            },
            "error_mm": {
                "max": _round_figure(worst.largest),
                "mean": _round_figure(result.error.mean),
                "rms": _round_figure(result.error.root_mean_square),
                "joint": worst.joint,
                "frame": choices.start + worst.frame,
                "max_percent_of_height": round(100.0 * worst.largest / result.error.height, 4),
            },
            "stances": len(result.error.stances),
            "stance_drift_mm": _round_figure(result.error.worst_stance_drift),
            "stance_sinking_mm": _round_figure(result.error.worst_sinking),
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


def _round_figure(metres: float) -> float:
    return round(_MM * metres, 4)
