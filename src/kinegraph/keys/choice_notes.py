"""Sentences for the user about how keys were chosen."""

from kinegraph.core.clip import Clip
from kinegraph.core.contacts import standing_height
from kinegraph.keys.curves.playback_error import PlaybackReference
from kinegraph.keys.rules.stances import StanceKeys, drift_bound

# Clips of more frames are not refined.
LONGEST_REFINED = 20_000
_NOT_REFINED = (
    f"Keys of clips with more than {LONGEST_REFINED:,} frames are not refined. Key it in parts, by range."
)
# Noise is mentioned where a joint trembles by this share of the character's height: less changes no key.
_TREMBLES = 0.0015


def calibration_notes(cut: tuple[int, int] | None, frames: int) -> list[str]:
    if cut is None:
        return []
    first, last = cut
    parts = [
        *(["frame 0"] if first == 1 else [f"frames 0 to {first - 1}"] if first > 1 else []),
        *([f"frame {last + 1}"] if last == frames - 2 else []),
        *([f"frames {last + 1} to {frames - 1}"] if last < frames - 2 else []),
    ]
    left = " and ".join(parts)
    was = "is" if parts == [f"frame {first - 1}"] or parts == [f"frame {last + 1}"] else "are"
    return [
        f"Left out {left}, which {was} apart from the motion: a calibration pose that no motion leads to."
    ]


def noise_notes(reference: PlaybackReference, smoothed: float | None) -> list[str]:
    """Notes about the tremble of a motion.

    smoothed: How much of it smoothing removed, at the joint where that is most [m]; None without smoothing.
    """
    if smoothed is not None:
        return [
            f"Smoothed: up to {1000.0 * smoothed:.1f} mm of tremor was removed. Errors are measured against "
            "the smoothed motion."
        ]
    skeleton, noise = reference.original.skeleton, reference.noise
    worst = int(noise.argmax())
    if noise[worst] < _TREMBLES * standing_height(reference.original):
        return []
    return [
        f"The motion trembles, most at {skeleton.names[worst]} ({1000.0 * noise[worst]:.1f} mm). Nothing "
        "that small gets keys. Smoothing removes it (--smooth)."
    ]


def teleport_notes(found: tuple[int, ...], start: int) -> list[str]:
    if not found:
        return []
    shown = ", ".join(str(start + frame + 1) for frame in found[:6]) + (", ..." if len(found) > 6 else "")
    frames = "frame" if len(found) == 1 else "frames"
    return [
        f"The body jumps to another place at {frames} {shown}. Keys on both sides keep curves out of the gap."
    ]


def piece_notes(pieces: tuple[tuple[int, int], ...]) -> list[str]:
    if len(pieces) == 1:
        return []
    frames = pieces[-1][1] + 1
    return [
        *([_NOT_REFINED] if frames > LONGEST_REFINED else []),
        f"The clip is long. It was cut at {len(pieces) - 1} slow moments and solved in {len(pieces)} pieces, "
        "each of them optimal. The cuts are keys.",
    ]


def stance_notes(found: StanceKeys, clip: Clip) -> list[str]:
    bound = 1000.0 * drift_bound(clip)
    if not found.held:
        return [f"Planted feet drift by more than {bound:.0f} mm even with {len(found.frames)} more keys."]
    if not len(found.frames):
        return []
    added = "One key was" if len(found.frames) == 1 else f"{len(found.frames)} keys were"
    return [f"{added} added so that no planted foot drifts or sinks by more than {bound:.0f} mm."]
