"""The report's tables: what each joint and each stance lost, and which frames are keys."""

from html import escape

from kinegraph.core.animation import KeyTag
from kinegraph.core.skeleton import Skeleton
from kinegraph.keys.choices import KeyChoices
from kinegraph.keys.curves.playback_error import PlaybackError
from kinegraph.keys.keyed_motion import KeyedMotion

_MM = 1000.0
_WORDS = {KeyTag.KEYPOSE: "keyposes", KeyTag.BREAKDOWN: "breakdowns", KeyTag.DETAIL: "details"}


def joint_table(error: PlaybackError, skeleton: Skeleton, first: int) -> str:
    """A row a joint, over the hierarchy. first: Number of the motion's first frame."""
    worst = error.worst
    rows = []
    for index in _down_the_tree(skeleton):
        joint, depth = error.joints[index], int(skeleton.depths[index])
        share = joint.largest / worst.largest if worst.largest > 0.0 else 0.0
        rows.append(
            f"<tr{' class=worst' if joint is worst else ''}>"
            f'<th scope="row" style="--depth:{min(depth, 16)}">{escape(joint.joint)}</th>'
            f'<td class="bar"><i style="--share:{share:.3f}"></i></td>'
            f"<td>{_MM * joint.largest:.2f}</td>"
            f"<td>{100.0 * joint.largest / error.height:.3f}</td>"
            f"<td>{_MM * joint.root_mean_square:.2f}</td>"
            f"<td>{first + joint.frame}</td></tr>"
        )
    head = ("joint", "", "largest [mm]", "[% of height]", "RMS [mm]", "at frame")
    return _table("joints", head, rows)


def _down_the_tree(skeleton: Skeleton) -> list[int]:
    """Joints in depth-first order: each is followed by all of its descendants."""
    order, waiting = [], [0]
    while waiting:
        joint = waiting.pop()
        order.append(joint)
        waiting.extend(reversed(skeleton.children[joint]))
    return order


def stance_table(error: PlaybackError, first: int) -> str:
    """A row a stance: how far the point slid while it stood, in the capture and in the result, and sank."""
    rows = [
        f'<tr><th scope="row">{escape(stance.point)}</th>'
        f"<td>{first + stance.start} to {first + stance.stop - 1}</td>"
        f"<td>{_MM * stance.original:.2f}</td><td>{_MM * stance.result:.2f}</td>"
        f"<td>{_signed(_MM * (stance.result - stance.original))}</td>"
        f"<td>{_MM * stance.sunk:.2f}</td></tr>"
        for stance in error.stances
    ]
    head = ("point", "frames", "original [mm]", "keyed [mm]", "added [mm]", "sunk [mm]")
    return _table("stances", head, rows)


def key_list(choices: KeyChoices, result: KeyedMotion) -> str:
    """The frames of keys, a line for each tag."""
    lines = []
    for tag, word in _WORDS.items():
        frames = [
            str(choices.start + int(frame))
            for frame, own in zip(result.keys.frames, result.keys.tags, strict=True)
            if own == tag
        ]
        if frames:
            lines.append(f'<div><dt class="{tag}">{len(frames)} {word}</dt><dd>{" ".join(frames)}</dd></div>')
    return f"<dl class=keys>{''.join(lines)}</dl>"


def _signed(value: float) -> str:
    return f"{round(value, 2) + 0.0:+.2f}".replace("-", "\N{MINUS SIGN}")


def _table(name: str, head: tuple[str, ...], rows: list[str]) -> str:
    cells = "".join(f'<th scope="col">{word}</th>' for word in head)
    return f'<table class="{name}"><thead><tr>{cells}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
