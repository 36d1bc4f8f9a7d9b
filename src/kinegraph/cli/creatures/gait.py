"""`kinegraph creatures gait`: a gait fitted to a captured walk, as a file."""

from pathlib import Path
from typing import Annotated

import typer

from kinegraph.cli.options import AsJson, Frames, Motion, Scale


def gait(
    clip: Annotated[
        str,
        typer.Argument(
            metavar="CLIP",
            help="A motion file in which a character walks or runs straight ahead, or cast:NAME.",
            show_default=False,
        ),
    ],
    target: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT", help="The .kinegait file to write.")
    ],
    motion: Motion = None,
    frames: Frames = None,
    scale: Scale = None,
    as_json: AsJson = False,
) -> None:
    """Fit a gait to a captured walk: any creature can then walk that way."""
    import json

    from kinegraph.batch.jobs.motion_choice import clip_of, frame_range, unknown_motion
    from kinegraph.cli.motion_source import scene_from
    from kinegraph.cli.output import check_output
    from kinegraph.core.errors import FormatError
    from kinegraph.creatures.gait.plan_file import ENDING, save_gait
    from kinegraph.creatures.gait.rig import gait_rig
    from kinegraph.creatures.retarget.fit_gait import fit_gait

    if target.suffix.lower() != ENDING:
        raise FormatError(target, f"a gait is written to a {ENDING} file.")
    check_output(target, Path(clip), also=(ENDING,))
    scene = scene_from(clip, scale, motion=motion)
    found = clip_of(scene, motion)
    if found is None and motion is not None:
        raise unknown_motion(scene, motion)
    if found is None or scene.character is None:
        raise FormatError(Path(clip), "contains no motion of a character.")
    fitted = fit_gait(found.frames(*frame_range("--frames", frames, len(found))), scene.character)
    save_gait(fitted.plan, target)
    names = fitted.creature.character.skeleton.names
    feet = [names[body] for body in gait_rig(fitted.creature).feet]
    facts = {
        "file": str(target),
        "gait": fitted.plan.name,
        "speed_m_s": round(fitted.speed, 4),
        "period_s": round(fitted.period, 4),
        "feet": {
            name: {"duty": round(float(duty), 4), "trigger": round(float(trigger), 4)}
            for name, duty, trigger in zip(feet, fitted.duties, fitted.triggers, strict=True)
        },
    }
    timing = ", ".join(f"{name} {100 * each['duty']:.0f} %" for name, each in facts["feet"].items())
    text = (
        f"{fitted.plan.name}: {fitted.speed:.2f} m/s, {fitted.period:.2f} s a cycle, on the ground: {timing}"
    )
    typer.echo(json.dumps(facts, indent=2) if as_json else f"{text} → {target}")
