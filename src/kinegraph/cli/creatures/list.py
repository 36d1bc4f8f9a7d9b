"""`kinegraph creatures list`: what can be made and played."""

from typing import Any

import typer

from kinegraph.cli.options import AsJson


def list_all(
    as_json: AsJson = False,
) -> None:
    """List the kinds of creatures, the cast, the gait styles, and the animations with their channels."""
    import json

    facts = _facts()
    typer.echo(json.dumps(facts, indent=2) if as_json else _text(facts))


def _facts() -> dict[str, Any]:
    from kinegraph.characters.cast import CAST
    from kinegraph.creatures.animation.context_sentence import sentence
    from kinegraph.creatures.animations import shipped_animations
    from kinegraph.creatures.gait.styles import STYLES
    from kinegraph.creatures.generator.kinds import KINDS

    return {
        "kinds": list(KINDS),
        "cast": {name: member.description for name, member in CAST.items()},
        "styles": list(STYLES),
        "animations": {
            name: {
                "about": animation.about,
                "seconds": animation.duration,
                "loops": animation.loops,
                "targets": list(animation.targets),
                "channels": {channel.name: sentence(channel.context) for channel in animation.channels},
            }
            for name, animation in shipped_animations().items()
        },
    }


def _text(facts: dict[str, Any]) -> str:
    lines = [
        f"kinds (make --kind): {', '.join(facts['kinds'])}",
        f"cast (cast:NAME): {', '.join(facts['cast'])}",
        f"gait styles (play --style): {', '.join(facts['styles'])}",
        "animations (play NAME):",
    ]
    for name, each in facts["animations"].items():
        loops = ", loops" if each["loops"] else ""
        asks = f", targets: {', '.join(each['targets'])}" if each["targets"] else ""
        lines.append(f"  {name}: {each['about']} ({each['seconds']:g} s{loops}{asks})")
        lines += [f"      {channel}: {bodies}" for channel, bodies in each["channels"].items()]
    return "\n".join(lines)
