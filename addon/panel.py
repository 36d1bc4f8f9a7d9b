"""The panel in the sidebar of the 3D view: the error curve, the slider, and what the last run said."""

import textwrap

import bpy
import bpy.utils.previews

from .error_curve import HEIGHT, WIDTH, ErrorCurve
from .fcurves import active_action

_LINE = 44  # characters of a message in a line
_previews = None
_drawn = None


def panel_lines(settings, thing):
    """What the panel says in words, line by line. Kept apart from its drawing, so that tests can read it."""
    action = active_action(thing) if thing is not None and thing.type == "ARMATURE" else None
    lines = [f"Action: {action.name}" if action else "No armature with an action is selected."]
    curve = ErrorCurve.of_text(settings.curve)
    if curve is not None:
        about = "" if action is None or curve.motion in action.name else f" (of {curve.motion})"
        lines.append(curve.label(settings.count) + about)
    if settings.message:
        lines += textwrap.wrap(settings.message, _LINE)
    return lines


def curve_icon(settings):
    """The icon of the error curve's picture; None without a curve. It is drawn anew where it has changed."""
    global _drawn
    curve = ErrorCurve.of_text(settings.curve)
    if curve is None or _previews is None:
        return None
    preview = _previews.get("curve") or _previews.new("curve")
    wanted = settings.curve, settings.count
    if _drawn != wanted:
        preview.image_size = WIDTH, HEIGHT
        preview.image_pixels_float.foreach_set(curve.picture(settings.count).ravel())
        _drawn = wanted
    return preview.icon_id


class KINEGRAPH_PT_keys(bpy.types.Panel):
    """Kinegraph's keys"""

    bl_label, bl_category = "Kinegraph Keys", "Kinegraph"
    bl_space_type, bl_region_type = "VIEW_3D", "UI"

    def draw(self, context):
        layout, settings = self.layout, context.scene.kinegraph
        lines = panel_lines(settings, context.active_object)
        layout.label(text=lines[0], icon="ACTION")
        layout.prop(settings, "use_range")
        layout.prop(settings, "visual")
        layout.operator("kinegraph.find_keys", icon="FCURVE")
        icon = curve_icon(settings)
        if icon is not None:
            layout.template_icon(icon, scale=8.0)
            layout.label(text=lines.pop(1))
        layout.prop(settings, "wanted", text="")
        if settings.wanted == "COUNT":
            layout.prop(settings, "count", slider=True)
        elif settings.wanted == "ERROR":
            layout.prop(settings, "max_error")
        layout.operator("kinegraph.apply_keys", icon="KEYFRAME_HLT")
        box = layout.box().column(align=True) if len(lines) > 1 else None
        for number, line in enumerate(lines[1:]):
            icon_name = "ERROR" if settings.failed else "INFO"
            box.label(text=line, icon="BLANK1" if number else icon_name)
        row = layout.row(align=True)
        row.operator("kinegraph.open_document", icon="FILE_FOLDER")
        row.operator("kinegraph.save_document", icon="FILE_TICK")


def register_previews():
    global _previews, _drawn
    _previews, _drawn = bpy.utils.previews.new(), None


def unregister_previews():
    global _previews
    if _previews is not None:
        bpy.utils.previews.remove(_previews)
    _previews = None
