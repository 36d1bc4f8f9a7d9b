"""The operators: find keys, apply keys, open and save documents."""

import json
import os
import tempfile

import bpy
import numpy as np
from bpy_extras.io_utils import ExportHelper, ImportHelper

from .apply_keys import apply_keys
from .documents import append_contents, own_program, write_selection
from .error_curve import ErrorCurve
from .fcurves import active_action
from .keyed_file import keys_of_text, rig_text
from .program import ProgramError, Run, facts_of, find_program
from .sampling import frame_span, heads_and_tails, keyed_bones, sample
from .settings import preferences

_POLL = 0.1  # seconds between two looks at the running program


class ProgramOperator:
    """An operator that waits for the program: in the window without blocking it, in scripts until it ends.

    Subclasses have `begin`, which returns the running program, and `finish`, which uses what it printed.
    """

    bl_options = {"REGISTER", "UNDO"}  # noqa: RUF012  (Blender's way)

    def invoke(self, context, _event):
        try:
            self._begin(context)
        except (ProgramError, OSError) as error:
            return self._fail(context, error)
        self._timer = context.window_manager.event_timer_add(_POLL, window=context.window)
        context.window_manager.modal_handler_add(self)
        context.window.cursor_set("WAIT")
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type == "ESC":
            self._run.cancel()
            self._end(context)
            return self._fail(context, ProgramError("Cancelled."))
        if event.type != "TIMER" or not self._run.done:
            return {"PASS_THROUGH"}
        self._end(context)
        return self._finish(context)

    def execute(self, context):
        try:
            self._begin(context)
        except (ProgramError, OSError) as error:
            return self._fail(context, error)
        return self._finish(context)

    def _begin(self, context):
        self.folder = tempfile.TemporaryDirectory(prefix="kinegraph-")
        try:
            program = find_program(preferences(context).program)
            self._run = self.begin(context, program)
        except BaseException:
            self.folder.cleanup()
            raise

    def _finish(self, context):
        try:
            message = self.finish(context, self._run.output())
        except (ProgramError, OSError) as error:
            return self._fail(context, error)
        finally:
            self.folder.cleanup()
        settings = context.scene.kinegraph
        settings.message, settings.failed = message, False
        self.report({"INFO"}, message)
        return {"FINISHED"}

    def _fail(self, context, error):
        settings = context.scene.kinegraph
        settings.message, settings.failed = str(error), True
        self.report({"ERROR"}, str(error))
        return {"CANCELLED"}

    def _end(self, context):
        context.window_manager.event_timer_remove(self._timer)
        context.window.cursor_set("DEFAULT")

    def file(self, name):
        """The path of a temporary file."""
        return os.path.join(self.folder.name, name)


def armature_of(context):
    """The armature to work on: the active object, or what its meshes follow."""
    thing = context.active_object
    if thing is not None and thing.type == "MESH":
        thing = thing.find_armature() or thing.parent
    if thing is None or thing.type != "ARMATURE":
        raise ProgramError("Select an armature.")
    return thing


class KeysOperator(ProgramOperator):
    """What finding and applying keys have in common: the motion goes to the program as a file."""

    def begin_keys(self, context, program, options):
        """Samples the motion and starts `kinegraph keys`."""
        thing, scene, settings = armature_of(context), context.scene, context.scene.kinegraph
        if active_action(thing) is None:
            raise ProgramError(f"{thing.name!r} has no action. Assign one in the action editor.")
        if not keyed_bones(thing) and not settings.visual:
            raise ProgramError(
                f"The action {active_action(thing).name!r} moves no bone of {thing.name!r}. If "
                "constraints move it, turn on Visual pose."
            )
        first, last = frame_span(thing, scene, settings.use_range)
        if last - first < 1:
            raise ProgramError(f"Keys need at least two frames; there is only frame {first}.")
        self.thing, self.fps = thing, scene.render.fps / scene.render.fps_base
        self.action = active_action(thing)
        self.sampled = sample(thing, scene, first, last, settings.visual)
        s = self.sampled
        with open(self.file("motion.json"), "w", encoding="utf-8") as file:
            file.write(rig_text(s.joints, s.ends, s.channels, s.modes, self.fps, self.action.name))
        arguments = ["keys", self.file("motion.json"), "--json", "--rotation", "rig", "--calibration"]
        return Run(program, [*arguments, *options])

    def store_curve(self, context, facts):
        """Puts the error curve into the panel."""
        context.scene.kinegraph.curve = ErrorCurve.of_facts(facts, self.action.name).text


class KINEGRAPH_OT_find_keys(KeysOperator, bpy.types.Operator):
    """Compute the error at every number of keys; changes no animation"""

    bl_idname, bl_label = "kinegraph.find_keys", "Show Error Curve"

    def begin(self, context, program):
        return self.begin_keys(context, program, ["--fit", "preview"])

    def finish(self, context, text):
        facts = facts_of(text)
        self.store_curve(context, facts)
        context.scene.kinegraph.count = facts["automatic"]
        return f"{facts['frames']} frames; automatic would be {facts['automatic']} keys."


class KINEGRAPH_OT_apply_keys(KeysOperator, bpy.types.Operator):
    """Reduce the active action to keyframes, as a new action"""

    bl_idname, bl_label = "kinegraph.apply_keys", "Set Keys"

    def begin(self, context, program):
        settings = context.scene.kinegraph
        options = {
            "AUTO": [],
            "COUNT": ["--count", settings.count],
            "ERROR": ["--max-error", settings.max_error],
        }[settings.wanted]
        return self.begin_keys(context, program, ["-o", self.file("keys.json"), *options])

    def finish(self, context, text):
        facts, settings, sampled = facts_of(text), context.scene.kinegraph, self.sampled
        try:
            lost = self.thing.name not in context.scene.objects or active_action(self.thing) != self.action
        except ReferenceError:
            lost = True
        if lost:
            raise ProgramError("The action was changed while keys were chosen. Set them again.")
        with open(self.file("keys.json"), encoding="utf-8") as file:
            keys, types = keys_of_text(file.read())
        new = apply_keys(self.thing, sampled, keys, types, self.fps, settings.visual)
        self.store_curve(context, facts)
        settings.count, settings.figures = facts["keys"], json.dumps(facts["error_mm"])
        played = heads_and_tails(self.thing, context.scene, sampled.first, sampled.last)
        apart = 1000.0 * np.linalg.norm(played - sampled.world, axis=-1)
        settings.largest_mm, settings.mean_mm = float(apart.max()), float(apart.mean())
        message = (
            f"{facts['keys']} keys of {facts['frames']} frames in {new.name!r}; bones differ by "
            f"{apart.max():.1f} mm at most, {apart.mean():.2f} mm on average."
        )
        return " ".join([message, *sampled.notes])


class KINEGRAPH_OT_open_document(ProgramOperator, ImportHelper, bpy.types.Operator):
    """Add a character of a Kinegraph document and its motions to this scene"""

    bl_idname, bl_label = "kinegraph.open_document", "Open .kine"
    filename_ext = ".kine"
    filter_glob: bpy.props.StringProperty(default="*.kine", options={"HIDDEN"})
    match_rate: bpy.props.BoolProperty(
        name="Use its frame rate", description="Set the scene's frame rate and range", default=True
    )
    invoke = ImportHelper.invoke

    def begin(self, _context, program):
        return Run(program, ["convert", self.filepath, self.file("contents.blend")], own_program())

    def finish(self, context, _text):
        armatures, (fps, base, first, last) = append_contents(self.file("contents.blend"))
        render = context.scene.render
        if self.match_rate:
            render.fps, render.fps_base = fps, base
            context.scene.frame_start, context.scene.frame_end = first, last
        name = os.path.basename(self.filepath)
        if not armatures:
            raise ProgramError(f"{name} holds no character.")
        for thing in context.selected_objects:
            thing.select_set(False)
        armatures[0].select_set(True)
        context.view_layer.objects.active = armatures[0]
        at = f"; it plays at {fps / base:g} frames per second"
        same = abs(fps / base - render.fps / render.fps_base) < 1e-6
        return f"Opened {armatures[0].name!r} from {name}{'' if same else at}."


class KINEGRAPH_OT_save_document(ProgramOperator, ExportHelper, bpy.types.Operator):
    """Save the armature, its meshes and its action as a Kinegraph document"""

    bl_idname, bl_label = "kinegraph.save_document", "Save .kine"
    bl_options = {"REGISTER"}  # noqa: RUF012
    filename_ext = ".kine"
    filter_glob: bpy.props.StringProperty(default="*.kine", options={"HIDDEN"})
    invoke = ExportHelper.invoke

    def begin(self, context, program):
        write_selection(armature_of(context), self.file("selection.blend"))
        return Run(program, ["convert", self.file("selection.blend"), self.filepath], own_program())

    def finish(self, _context, _text):
        return f"Saved {os.path.basename(self.filepath)}."


OPERATORS = (
    KINEGRAPH_OT_find_keys,
    KINEGRAPH_OT_apply_keys,
    KINEGRAPH_OT_open_document,
    KINEGRAPH_OT_save_document,
)
