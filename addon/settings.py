"""What the panel shows and keeps: properties of the scene, and the preferences of the add-on."""

import bpy

from .error_curve import ErrorCurve


def _keep_possible(settings, _context):
    """Moves the slider to the nearest number of keys that the motion can have."""
    curve = ErrorCurve.of_text(settings.curve)
    if curve is not None and curve.nearest(settings.count) != settings.count:
        settings.count = curve.nearest(settings.count)


class KinegraphSettings(bpy.types.PropertyGroup):
    """Settings and results of the panel, in the scene."""

    wanted: bpy.props.EnumProperty(
        name="Keys",
        items=(
            ("AUTO", "Automatic", "As many keys as the motion needs"),
            ("COUNT", "Number", "A number of keys, chosen with the slider"),
            ("ERROR", "Largest error", "Add keys until no joint is farther from the original than this"),
        ),
    )
    count: bpy.props.IntProperty(
        name="Keys", description="Number of keys", default=24, min=2, soft_max=200, update=_keep_possible
    )
    max_error: bpy.props.FloatProperty(
        name="mm", description="Largest error [mm]", default=20.0, min=0.01, soft_max=200.0
    )
    use_range: bpy.props.BoolProperty(
        name="Frame range only",
        description="Key the scene's frame range, or preview range, and keep all other keys",
    )
    visual: bpy.props.BoolProperty(
        name="Visual pose",
        description="Key where constraints and drivers put the bones, not the channels of the bones",
    )
    live_address: bpy.props.StringProperty(
        name="Address", description="Address of the live link, from the studio's Share dialog"
    )
    curve: bpy.props.StringProperty(options={"HIDDEN"})
    figures: bpy.props.StringProperty(options={"HIDDEN"})
    message: bpy.props.StringProperty(options={"HIDDEN"})
    failed: bpy.props.BoolProperty(options={"HIDDEN"})
    largest_mm: bpy.props.FloatProperty(options={"HIDDEN"})
    mean_mm: bpy.props.FloatProperty(options={"HIDDEN"})


class KinegraphPreferences(bpy.types.AddonPreferences):
    """Where the program is."""

    bl_idname = __package__

    program: bpy.props.StringProperty(
        name="kinegraph",
        description="The kinegraph program; empty if it is on the PATH",
        subtype="FILE_PATH",
    )

    def draw(self, _context):
        self.layout.prop(self, "program")


def preferences(context):
    """The preferences of this add-on."""
    return context.preferences.addons[__package__].preferences
