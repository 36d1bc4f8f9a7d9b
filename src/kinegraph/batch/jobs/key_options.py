"""The options of `kinegraph keys` and of its batch: text becomes settings, contradictions become errors."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kinegraph.core.errors import InvalidValue

if TYPE_CHECKING:
    from kinegraph.batch.jobs.take import Take
    from kinegraph.keys.choices import KeyChoices
    from kinegraph.keys.keyed_motion import KeyedMotion
    from kinegraph.keys.settings import KeySettings

_AUTO = "auto"  # rotations are keyed as it suits all motions of a character
_RIG = "rig"  # rotations are keyed in the modes that the file has


@dataclass(frozen=True)
class KeyOptions:
    """The options as they were typed; None where not given."""

    count: int | None = None
    keep: str | None = None
    accuracy: str | None = None
    significance: str | None = None
    leading: str | None = None
    joints: str | None = None
    objective: str | None = None
    space: str = "positions"
    fix: str | None = None
    forbid: str | None = None
    gap: int = 1
    detail: bool = False
    contacts: bool = True
    max_error: float | None = None
    rotation: str = "auto"
    grid: float | None = None
    weights: str | None = None
    calibration: bool = False
    smooth: bool = False
    thin: bool = False

    def check(self) -> None:
        """Raises an error for options that contradict each other, before a file is read."""
        chosen = [f"--{name}" for name in ("count", "keep") if getattr(self, name) is not None]
        automatic = [f"--{name}" for name in ("accuracy", "significance") if getattr(self, name) is not None]
        if len(chosen) == 2 or (chosen and automatic):
            first, second = (*chosen, *automatic)[:2]
            raise InvalidValue(f"{first} and {second} both set the number of keys; give one of them.")
        if self.objective is not None and self.leading is not None:
            raise InvalidValue(
                "--leading is for the layers, and --objective replaces them; give one of them."
            )
        if self.objective is not None and self.detail:
            raise InvalidValue(
                "--detail adds a layer, and --objective replaces the layers; give one of them."
            )
        if chosen and self.max_error is not None:
            raise InvalidValue(
                f"{chosen[0]} sets the number of keys, and --max-error lets it grow; give one of them."
            )
        if self.max_error is not None and not 0.0 < self.max_error < float("inf"):
            raise InvalidValue(f"--max-error {self.max_error:g}: give a length in mm above 0.")
        if self.grid is not None and not 0.0 < self.grid < float("inf"):
            raise InvalidValue(f"--grid {self.grid:g}: give frames per second above 0, such as 24.")
        weights_of("--weights", self.weights)
        percents("--keep", self.keep)
        percents("--accuracy", self.accuracy)
        percents("--significance", self.significance)

    def settings(self, span: tuple[int, int], whole: bool = False) -> "KeySettings":
        """The settings for the frames span[0] to span[1], both included.

        whole: Whether these are all frames, so that a calibration pose at an end may be left out.
        """
        from kinegraph.keys.settings import AUTO, KeySettings

        significance = percents("--significance", self.significance)
        if len(significance) > 1:
            raise InvalidValue(f"--significance {self.significance}: give one percentage.")
        return KeySettings(
            objective=self.objective,
            space=self.space,
            joints=names_of("--joints", self.joints),
            leading=names_of("--leading", self.leading),
            accuracy=self._accuracy(),
            significance=significance[0] if significance else KeySettings.significance,
            detail=self.detail,
            fixed=_frames("--fix", self.fix, span),
            forbidden=_frames("--forbid", self.forbid, span),
            gap=self.gap,
            span=None if whole else span,
            contacts=self.contacts,
            calibration=self.calibration,
            smooth=self.smooth,
            max_error=None if self.max_error is None else self.max_error / 1000.0,
            rotation=AUTO if self.rotation.lower() in (AUTO, _RIG) else self.rotation.upper(),
            grid=self.grid,
            weights=weights_of("--weights", self.weights),
        )

    def rotation_modes(self, take: "Take", onto: bool = False) -> tuple[str, ...] | None:
        """The rotation modes of the rig, if they are to be kept, or those that suit all motions of the take's
        character; None where the settings decide.

        onto: Whether the rig was given: its modes are then kept where no others are asked for.
        """
        from kinegraph.keys.refining.rotation_choice import fitted_modes

        if self.rotation.lower() != _RIG:
            if self.rotation.lower() != _AUTO:
                return None
            if onto and take.rotation_modes is not None:
                return take.rotation_modes
            return fitted_modes(take.clip, *take.alike) if take.alike else None
        if take.rotation_modes is None:
            raise InvalidValue("--rotation rig: the file states no rotation orders; give one, such as ZXY.")
        return take.rotation_modes

    def thinned(self, choices: "KeyChoices", result: "KeyedMotion") -> tuple["KeyedMotion", tuple[str, ...]]:
        """A result without the keys that single curves do not need, if that was asked for, and a note."""
        from kinegraph.keys.thinning import key_total, thin_keys

        if not self.thin:
            return result, ()
        automatic = self.count is None and self.keep is None
        made = thin_keys(result, choices, choices.promise.largest if automatic else None)
        before, after = key_total(result.animation), key_total(made.animation)
        return made, (
            f"Curves have {after:,} keys: {before - after:,} of {before:,} were removed where a curve "
            "does not need one.",
        )

    def _accuracy(self) -> tuple[float, ...]:
        """Shares per layer: one percentage is the last layer's, several are the layers', coarse to fine."""
        from kinegraph.keys.settings import LAYER_ACCURACY

        stated = percents("--accuracy", self.accuracy)
        layers = 1 if self.objective is not None else 4 if self.detail else 3
        if len(stated) > layers:
            raise InvalidValue(
                f"--accuracy {self.accuracy}: there are {layers} layers, so 1 to {layers} percentages."
            )
        return (*LAYER_ACCURACY[: layers - 1], *stated) if len(stated) == 1 else stated

    def wanted(self, choices: "KeyChoices") -> tuple[int, tuple[str, ...]]:
        """The number of keys to set, and a note if it differs from the request."""
        counts = choices.counts.tolist()
        if self.count is not None:
            return _possible(self.count, counts, choices), ()
        if self.keep is None:
            return choices.automatic, ()
        share = percents("--keep", self.keep)[0]
        asked = max(2, round(share * len(choices.clip)))
        nearest = min(counts, key=lambda count: (abs(count - asked), count))
        if nearest == asked:
            return asked, ()
        why = "forced by --fix, jumps and the ends" if nearest > asked else "possible with this gap"
        return nearest, (f"{100 * share:g}% would be {asked} keys; {nearest} are {why}.",)


def _possible(count: int, counts: list[int], choices: "KeyChoices") -> int:
    if count in counts:
        return count
    hint = ""
    if count < counts[0] and counts[0] > 2:
        hint = "; the fewest are the ends, fixed frames and both sides of jumps"
    raise InvalidValue(
        f"--count {count}: this motion of {len(choices.clip)} frames can have {counts[0]} to {counts[-1]} "
        f"keys{hint}."
    )


def percents(option: str, text: str | None) -> tuple[float, ...]:
    """Percentages, separated by commas, as shares; none where `text` is None."""
    if text is None:
        return ()
    try:
        shares = tuple(float(part.strip().removesuffix("%")) / 100.0 for part in text.split(","))
    except ValueError:
        raise InvalidValue(f"{option} {text!r}: give a percentage, such as 5 or 5%.") from None
    improving = option == "--significance"  # no key can improve on another by all of its error
    if not all(0.0 <= share < 1.0 if improving else 0.0 < share <= 1.0 for share in shares):
        bounds = "from 0 to below 100" if improving else "above 0 and up to 100"
        raise InvalidValue(f"{option} {text}: a percentage must be {bounds}.")
    if option == "--keep" and len(shares) > 1:
        raise InvalidValue(f"--keep {text}: give one percentage.")
    return shares


def names_of(option: str, text: str | None) -> tuple[str, ...] | None:
    """Joint names, separated by commas, each once; None where `text` is None."""
    if text is None:
        return None
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise InvalidValue(f"{option}: name at least one joint.")
    return tuple(dict.fromkeys(names))


def weights_of(option: str, text: str | None) -> dict[str, float]:
    """Weights of joints, as in "Head=2,LThumb=0.2"; none where `text` is None."""
    found: dict[str, float] = {}
    for part in (text or "").split(","):
        name, equals, weight = part.rpartition("=")
        if not part.strip() and text is None:
            continue
        try:
            value = float(weight)
        except ValueError:
            value = -1.0
        if not (equals and name.strip() and 0.0 <= value <= 1e6):
            raise InvalidValue(f"{option} {text!r}: write joints with numbers from 0 up: Head=2,LThumb=0.2.")
        found[name.strip()] = value
    return found


def _frames(option: str, text: str | None, span: tuple[int, int]) -> tuple[int, ...]:
    if text is None:
        return ()
    try:
        frames = tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise InvalidValue(f"{option} {text!r}: write frames with commas between: 0,48,96.") from None
    for frame in frames:
        if not span[0] <= frame <= span[1]:
            raise InvalidValue(f"{option} {frame}: the frames that are keyed are {span[0]} to {span[1]}.")
    return frames
