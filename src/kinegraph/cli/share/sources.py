"""The content of a page, from what a command names: a file, a member of the cast, a creature."""

from pathlib import Path
from typing import TYPE_CHECKING

from kinegraph.cli.motion_source import CAST

if TYPE_CHECKING:
    from kinegraph.share.contents import PageContent


def motion_page(source: str, motion: str | None, title: str | None, scale: float | None) -> "PageContent":
    """The page of a motion, by name, or of all.

    scale: Metres per unit, where a format does not say.
    """
    from dataclasses import replace

    from kinegraph.cli.motion_source import scene_from
    from kinegraph.core.errors import UnknownMotion
    from kinegraph.perform.files.package_schema import EXTENSION
    from kinegraph.share.contents import motion_content
    from kinegraph.studio.doodles.content import is_doodle_file

    path, ending = Path(source), Path(source).suffix.lower()
    if ending in (".yaml", ".yml"):
        return _scene(path, title)
    if ending == ".json" and is_doodle_file(path):
        return _doodle(path, title)
    if ending == ".kine" and motion is None and (found := _document_scene(path, title)) is not None:
        return found
    if ending == EXTENSION:
        return _performances(path, motion, title)
    scene = scene_from(source, scale, motion=motion)
    if motion is not None and ending != ".kine":
        named = [each for each in (*scene.clips, *scene.animations) if each.name == motion]
        if not named:
            raise UnknownMotion(motion, [each.name for each in (*scene.clips, *scene.animations)])
        scene = replace(
            scene,
            clips=tuple(each for each in scene.clips if each in named),
            animations=tuple(each for each in scene.animations if each in named),
        )
    usual = source.removeprefix(CAST).capitalize() if source.startswith(CAST) else path.stem
    return motion_content([scene], title or motion or usual)


def _performances(path: Path, motion: str | None, title: str | None) -> "PageContent":
    from dataclasses import replace

    from kinegraph.core.scene import Scene
    from kinegraph.perform.files.package_reading import load_package
    from kinegraph.perform.performances.performance import perform
    from kinegraph.share.contents import motion_content

    package = load_package(path)
    names = [motion] if motion else list(package.performances)
    clips = [replace(perform(package.performance(name)).clip, name=name) for name in names]
    return motion_content([Scene(package.rig.character, clips=tuple(clips))], title or path.stem)


def _scene(path: Path, title: str | None) -> "PageContent":
    from kinegraph.scenes.files.reading import load_stage
    from kinegraph.scenes.output.writing import stage_scenes
    from kinegraph.scenes.stage_player import StagePlayer
    from kinegraph.share.contents import motion_content
    from kinegraph.studio.motions.document_scene import scene_of_document

    script = load_stage(path, scene_of_document)
    scenes = stage_scenes(StagePlayer(script.stage), script.fps)
    return motion_content(scenes, title or script.stage.name or path.stem)


def _document_scene(path: Path, title: str | None) -> "PageContent | None":
    """The scene of a document; None where it is empty."""
    from kinegraph.scenes.output.writing import stage_scenes
    from kinegraph.scenes.stage_player import StagePlayer
    from kinegraph.share.contents import motion_content
    from kinegraph.studio.files.scene_files import EmptyScene, scene_of_studio

    try:
        stage = scene_of_studio(path)
    except EmptyScene:
        return None
    return motion_content(stage_scenes(StagePlayer(stage), 60.0), title or path.stem)


def _doodle(path: Path, title: str | None) -> "PageContent":
    from kinegraph.doodles.file import load_doodle
    from kinegraph.doodles.sketch.proportions import Proportions
    from kinegraph.flows.perform_drawing import perform_drawing
    from kinegraph.share.contents import motion_content

    result = perform_drawing(load_doodle(path), 60.0, Proportions())
    return motion_content([result.for_files()], title or result.doodle.name or path.stem, paper=True)


def sets_page(source: str, title: str | None) -> "PageContent":
    """The page of a character that is performed: a package, or a member of the cast."""
    from kinegraph.core.errors import InvalidValue
    from kinegraph.perform.cast_sets import WALKING, cast_rig
    from kinegraph.perform.files.package import Package
    from kinegraph.perform.files.package_reading import load_package
    from kinegraph.perform.files.package_schema import EXTENSION
    from kinegraph.share.contents import sets_content

    if source.startswith(CAST):
        package, usual = Package(cast_rig(source.removeprefix(CAST))), source.removeprefix(CAST)
    elif source.lower().endswith(EXTENSION):
        package, usual = load_package(Path(source)), Path(source).stem
    else:
        raise InvalidValue(
            f"{source} has no spatial sets: share a package ({EXTENSION}) or cast:NAME, or "
            "share the character from the studio."
        )
    walking = {layer.set for each in package.performances.values() if each.walks for layer in each.layers}
    walks = [each.name for each in package.rig.sets if each.name in walking or each.name in WALKING]
    return sets_content(package, title or usual.capitalize(), walks)


def creature_page(source: str, animations: list[str] | None, title: str | None) -> "PageContent":
    """The page of a creature that is led. animations: That it can play meanwhile."""
    from kinegraph.cli.creatures.play import load_animation
    from kinegraph.core.errors import InvalidValue
    from kinegraph.creatures.binding.binding import binds
    from kinegraph.creatures.creature_source import load_creature
    from kinegraph.runtime.baked.bake import LayerChoice, LiveCreature
    from kinegraph.share.contents import creature_content

    creature = load_creature(source)
    sets = {"walk": LayerChoice()}
    for each in map(load_animation, animations or ()):
        if not binds(each, creature):
            raise InvalidValue(
                f"{creature.character.name} cannot play {each.name}: it lacks a body part for it."
            )
        sets[each.name] = LayerChoice(((each, 0),))
    return creature_content(LiveCreature(creature, sets), title or creature.character.name.capitalize())
