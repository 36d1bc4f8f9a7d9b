"""`kinegraph creatures make`: a random creature, or one from a plan."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinegraph.cli.options import AsJson

if TYPE_CHECKING:
    from kinegraph.creatures.body.creature import Creature
    from kinegraph.creatures.maker.creature_plan import CreaturePlan


def make(
    target: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="OUT", help="A .glb or other character file, or a .kinecreature plan."
        ),
    ],
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed gives the same creature. Default: random.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(help="Kind of creature, such as insect or hydra. Default: any.", show_default=False),
    ] = None,
    plan_file: Annotated[
        Path | None,
        typer.Option("--plan", metavar="FILE", help="Build the creature of a .kinecreature plan."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a creature: torso, limbs, face and skin."""
    import json

    from kinegraph.creatures.maker.maker import creature_from_plan
    from kinegraph.creatures.maker.plan_file import ENDING, save_plan
    from kinegraph.formats import save

    plan, seed = _plan(seed, kind, plan_file)
    writes_plan = target.suffix.lower() == ENDING
    creature = creature_from_plan(plan, skin=not writes_plan)
    if writes_plan:
        save_plan(plan, target)
    else:
        save(creature.character, target)
    facts = {"file": str(target), "name": plan.name, "seed": seed, **_facts(creature)}
    typer.echo(json.dumps(facts, indent=2) if as_json else _sentence(**facts))


def _plan(seed: int | None, kind: str | None, plan_file: Path | None) -> tuple["CreaturePlan", int | None]:
    """The requested plan, and the seed that reproduces it."""
    from secrets import randbelow

    from kinegraph.core.errors import InvalidValue
    from kinegraph.creatures.generator.generate import generate
    from kinegraph.creatures.maker.plan_file import load_plan

    if plan_file is not None:
        if seed is not None or kind is not None:
            raise InvalidValue("--plan defines the whole creature: leave out --seed and --kind.")
        return load_plan(plan_file), None
    seed = randbelow(10**6) if seed is None else seed
    return generate(seed, kind), seed


def _facts(creature: "Creature") -> dict:
    from kinegraph.core.body import Cap

    counted = {"heads": Cap.HEAD, "graspers": Cap.GRASPER, "mouths": Cap.MOUTH, "eyes": Cap.EYE}
    return {
        "bodies": len(creature),
        "spine": len(creature.spine),
        "legs": len(creature.legs),
        **{word: len(creature.bodies_with(cap)) for word, cap in counted.items()},
        "height_m": round(float(creature.size[1]), 3),
        "vertices": sum(len(skin.mesh.vertices) for skin in creature.character.skins),
    }


def _sentence(
    file: str, name: str, seed: int | None, bodies: int, legs: int, height_m: float, **_: object
) -> str:
    again = "" if seed is None else f" (--seed {seed})"
    count = "1 leg" if legs == 1 else f"{legs or 'no'} legs"
    return f"{name}{again}: {bodies} bodies, {count}, {height_m:.2f} m tall → {file}"
