"""Kinds of edits: a stable identifier, the words of label and report, and whether the edit is quiet."""

import enum
from dataclasses import dataclass

_PAST = {
    "Add": "Added",
    "Align": "Aligned",
    "Arrange": "Arranged",
    "Bend": "Bent",
    "Break": "Broke",
    "Change": "Changed",
    "Choose": "Chose",
    "Clear": "Cleared",
    "Connect": "Connected",
    "Create": "Created",
    "Delete": "Deleted",
    "Describe": "Described",
    "Discard": "Discarded",
    "Disconnect": "Disconnected",
    "Draw": "Drew",
    "Duplicate": "Duplicated",
    "Ease": "Eased",
    "Erase": "Erased",
    "Flatten": "Flattened",
    "Forget": "Forgot",
    "Hold": "Held",
    "Import": "Imported",
    "Key": "Keyed",
    "Label": "Labelled",
    "Loop": "Looped",
    "Make": "Made",
    "Mark": "Marked",
    "Match": "Matched",
    "Merge": "Merged",
    "Mirror": "Mirrored",
    "Move": "Moved",
    "Mute": "Muted",
    "Open": "Opened",
    "Paint": "Painted",
    "Paste": "Pasted",
    "Play": "Played",
    "Pose": "Posed",
    "Push": "Pushed",
    "Put": "Put",
    "Record": "Recorded",
    "Recover": "Recovered",
    "Refit": "Refitted",
    "Remove": "Removed",
    "Rename": "Renamed",
    "Reorder": "Reordered",
    "Replace": "Replaced",
    "Reset": "Reset",
    "Resize": "Resized",
    "Retime": "Retimed",
    "Rotate": "Rotated",
    "Save": "Saved",
    "Set": "Set",
    "Shape": "Shaped",
    "Shift": "Shifted",
    "Show": "Showed",
    "Smooth": "Smoothed",
    "Solo": "Soloed",
    "Split": "Split",
    "Straighten": "Straightened",
    "Stretch": "Stretched",
    "Switch": "Switched",
    "Teach": "Taught",
    "Trim": "Trimmed",
    "Turn": "Turned",
    "Unmute": "Unmuted",
    "Unsolo": "Unsoloed",
    "Update": "Updated",
}


class EditKind(enum.StrEnum):
    """Kind of an edit: its effect on the document.

    phrase: How its label begins: a command.
    past: How its report begins: the same in the past tense.
    quiet: Whether the page shows the result where the user works, so that no toast is needed.
    """

    phrase: str
    past: str
    quiet: bool

    def __new__(cls, identifier: str, phrase: str, quiet: bool = False) -> "EditKind":
        member = str.__new__(cls, identifier)
        member._value_ = identifier
        verb, *rest = phrase.split(" ")
        member.phrase, member.past, member.quiet = phrase, " ".join([_PAST[verb], *rest]), quiet
        return member

    def of(self, what: str = "") -> "EditName":
        """The name of an edit of this kind. what: What it changes, as in "the torso"."""
        return EditName(self, what)

    # The library and the stage
    ADD_CHARACTER = "add_character", "Add"
    IMPORT_FILES = "import_files", "Import"
    REMOVE_RECORD = "remove_record", "Remove"
    RENAME_RECORD = "rename_record", "Rename", True
    RENAME_DOCUMENT = "rename_document", "Rename the document to", True
    SET_CAPS = "set_caps", "Change the body part of"
    SET_MIRROR_PAIRS = "set_mirror_pairs", "Change the symmetry of"
    MARK_CONTACT = "mark_contact", "Mark a contact point on the"
    UNMARK_CONTACT = "unmark_contact", "Remove the contact points of the"
    PLACE_CHARACTER = "place_character", "Move", True

    # The scene
    PLACE_CLIP = "place_clip", "Add"
    MOVE_CLIP = "move_clip", "Move", True
    TRIM_CLIP = "trim_clip", "Trim", True
    CHANGE_CLIP = "change_clip", "Change", True
    REMOVE_CLIPS = "remove_clips", "Remove"
    SPLIT_CLIP = "split_clip", "Split", True
    ADD_SCENE_LAYER = "add_scene_layer", "Add a layer for the"
    CHANGE_SCENE_LAYER = "change_scene_layer", "Change the layer for the", True
    REMOVE_SCENE_LAYER = "remove_scene_layer", "Remove the layer for the"
    SET_SCENE_TARGETS = "set_scene_targets", "Change what is followed by", True
    SET_SHOTS = "set_shots", "Change the camera", True
    ADD_SCENE_PROP = "add_scene_prop", "Add", True
    MOVE_SCENE_PROP = "move_scene_prop", "Move", True
    CHANGE_SCENE_PROP = "change_scene_prop", "Change", True
    REMOVE_SCENE_PROP = "remove_scene_prop", "Remove"
    SET_HANDSHAKES = "set_handshakes", "Change the handshakes", True
    LIGHT_SCENE = "light_scene", "Change the light of the scene", True
    CLEAR_SCENE = "clear_scene", "Clear the scene"
    PLAY_ON = "play_on", "Play"

    # Poses and sets
    TURN_JOINT = "turn_joint", "Rotate", True
    REACH_JOINT = "reach_joint", "Move", True
    MOVE_POSE = "move_pose", "Move the pose", True
    MIRROR_POSE = "mirror_pose", "Mirror the pose"
    RESET_POSE = "reset_pose", "Reset the pose of"
    DISCARD_POSE = "discard_pose", "Discard the pose of"
    MOVE_CONTROLLER = "move_controller", "Move the controller of", True
    ADD_SET = "add_set", "Add"
    ADD_CAST_SETS = "add_cast_sets", "Add the finished sets of"
    MAKE_SET = "make_set", "Make a set from"
    DUPLICATE_SET = "duplicate_set", "Duplicate"
    MIRROR_SET = "mirror_set", "Mirror"
    SET_TARGETS = "set_targets", "Change the targets of"
    KEY_PART = "key_part", "Change the targets of"
    PLACE_LOCATOR = "place_locator", "Move"
    SET_BLENDING = "set_blending", "Change the blending of"
    COLOUR_SET = "colour_set", "Change the colour of"
    REORDER_SET = "reorder_set", "Reorder"
    ARRANGE_SET = "arrange_set", "Arrange"
    START_WALKING = "start_walking", "Turn on walking for"
    STOP_WALKING = "stop_walking", "Turn off walking for"
    CONNECT_SET = "connect_set", "Connect"
    DISCONNECT_SET = "disconnect_set", "Disconnect"
    SET_HOME = "set_home", "Move the home of", True
    SET_KEY = "set_key", "Set", True
    UPDATE_KEY = "update_key", "Update", True
    MOVE_MARKER = "move_marker", "Move", True
    RENAME_KEY = "rename_key", "Rename", True
    DELETE_KEY = "delete_key", "Delete"
    MIRROR_KEY = "mirror_key", "Mirror"
    SHOW_KEY = "show_key", "Show"

    # Takes and layers
    RECORD_TAKE = "record_take", "Record take", True
    RECOVER_TAKE = "recover_take", "Recover a take"
    MUTE_LAYER = "mute_layer", "Mute"
    UNMUTE_LAYER = "unmute_layer", "Unmute"
    SOLO_LAYER = "solo_layer", "Solo"
    UNSOLO_LAYER = "unsolo_layer", "Unsolo"
    DELETE_LAYER = "delete_layer", "Delete"
    DUPLICATE_LAYER = "duplicate_layer", "Duplicate"
    REORDER_LAYER = "reorder_layer", "Reorder"
    RENAME_LAYER = "rename_layer", "Rename", True
    STRETCH_LAYER = "stretch_layer", "Stretch", True
    SHIFT_LAYER = "shift_layer", "Shift", True
    SMOOTH_LAYER = "smooth_layer", "Smooth"
    LOOP_LAYER = "loop_layer", "Loop"
    MOVE_PATH = "move_path", "Bend the path of", True
    INSERT_PATH_KEY = "insert_path_key", "Add a temporal key to", True
    DELETE_PATH_KEY = "delete_path_key", "Delete a temporal key of"
    MOVE_PATH_KEY = "move_path_key", "Move a temporal key of", True
    SMOOTH_PATH_KEY = "smooth_path_key", "Smooth a temporal key of"
    SET_FADE = "set_fade", "Change the fade to"
    WALK = "walk", "Turn on walking"
    SET_WALKING_SPANS = "set_walking_spans", "Change when it walks", True
    DRAW_WAY = "draw_way", "Change the way"
    CLEAR_WAY = "clear_way", "Clear the way"
    WALK_ALONG = "walk_along", "Make a walk along a way with"
    STAY_IN_PLACE = "stay_in_place", "Turn off walking"

    # Keys
    CHOOSE_KEYS = "choose_keys", "Choose", True
    ADD_KEYED_MOTION = "add_keyed_motion", "Key"
    MOVE_COLUMNS = "move_columns", "Move", True
    RETIME_COLUMNS = "retime_columns", "Retime", True
    ADD_COLUMN = "add_column", "Add"
    DELETE_COLUMNS = "delete_columns", "Delete"
    TAG_COLUMNS = "tag_columns", "Mark"
    MOVE_KEYS = "move_keys", "Move", True
    MOVE_HANDLE = "move_handle", "Move a handle", True
    SMOOTH_HANDLES = "smooth_handles", "Smooth the handles of"
    ALIGN_HANDLES = "align_handles", "Align the handles of"
    FLATTEN_HANDLES = "flatten_handles", "Flatten the handles of"
    STRAIGHTEN_HANDLES = "straighten_handles", "Straighten the handles of"
    HOLD_KEYS = "hold_keys", "Hold"
    TWEEN_POSE = "tween_pose", "Set a pose between keyframes", True
    HOLD_POSE = "hold_pose", "Hold the pose", True
    EASE_SEGMENT = "ease_segment", "Ease between keyframes", True
    MATCH_ENDS = "match_ends", "Match the ends"
    PUT_KEYS_BACK = "put_keys_back", "Put keyframes back into"
    REFIT_SPAN = "refit_span", "Refit"
    CLEAR_POSE = "clear_pose", "Clear the pose"
    LAYER_MOTION = "layer_motion", "Add a layer over"
    ADD_LAYER = "add_layer", "Add"
    WEIGH_LAYER = "weigh_layer", "Change the weight of", True
    MERGE_LAYERS = "merge_layers", "Merge the layers of"
    PASTE_POSES = "paste_poses", "Paste"
    BREAK_HANDLES = "break_handles", "Break the handles of"
    DELETE_KEYS = "delete_keys", "Delete"
    ADD_KEY = "add_key", "Add a keyframe"
    POSE_PART = "pose_part", "Pose the", True
    POSE_BODY = "pose_body", "Move the body"

    # Doodles
    ADD_DOODLE = "add_doodle", "Add", True
    OPEN_EXAMPLE = "open_example", "Open"
    DRAW_STROKE = "draw_stroke", "Draw", True
    RECOVER_STROKE = "recover_stroke", "Recover a stroke"
    ERASE_INK = "erase_ink", "Erase"
    CLEAR_DOODLE = "clear_doodle", "Clear"
    LABEL_STROKE = "label_stroke", "Label a stroke as"
    READ_STROKE = "read_stroke", "Clear the label of a stroke"
    MOVE_DRAWN_JOINT = "move_drawn_joint", "Move the", True
    CHOOSE_GUESS = "choose_guess", "Change a motion to"
    READ_PIECE = "read_piece", "Reset a motion to the recognized one"
    MOVE_LANDING = "move_landing", "Move a landing", True
    MOVE_APEX = "move_apex", "Move the top of an arc", True
    RETIME_PIECE = "retime_piece", "Retime", True
    SET_HAND = "set_hand", "Change what is known of the hand"
    ADD_PROP = "add_prop", "Add a", True
    MOVE_PROP = "move_prop", "Move the", True
    PUSH_PROP = "push_prop", "Push the", True
    TURN_PROP = "turn_prop", "Turn the", True
    RESIZE_PROP = "resize_prop", "Resize the"
    CHANGE_PROP = "change_prop", "Change the"
    REMOVE_PROP = "remove_prop", "Remove the"
    SET_PICTURE = "set_picture", "Add a background picture"
    MOVE_PICTURE = "move_picture", "Move the picture", True
    REMOVE_PICTURE = "remove_picture", "Remove the picture"
    MOVE_CAMERA = "move_camera", "Move the camera", True
    SHOW_SPACE = "show_space", "Switch to the 3D view", True
    SHOW_SHEET = "show_sheet", "Switch to the sheet", True
    TEACH_GESTURE = "teach_gesture", "Teach the gesture"
    FORGET_GESTURE = "forget_gesture", "Forget the gesture"
    SET_ACTOR = "set_actor", "Change the performer to"
    KEEP_MOTION = "keep_motion", "Save motion"

    # Creatures
    MAKE_CREATURE = "make_creature", "Create"
    ADD_PART = "add_part", "Add"
    ADD_LIMB = "add_limb", "Add a limb"
    REMOVE_PIECE = "remove_piece", "Remove"
    SWAP_PIECE = "swap_piece", "Replace"
    MIRROR_PIECE = "mirror_piece", "Mirror"
    UNMIRROR_PIECE = "unmirror_piece", "Remove the mirror copy of"
    MOVE_PIECE = "move_piece", "Move", True
    RESIZE_PIECE = "resize_piece", "Resize"
    SHAPE_LIMB = "shape_limb", "Shape", True
    SHAPE_TORSO = "shape_torso", "Shape the torso", True
    PAINT_CREATURE = "paint_creature", "Paint the creature"
    REPLACE_PLAN = "replace_plan", "Change the creature"
    ADD_ANIMATION = "add_animation", "Add"
    PLAY_ANIMATION = "play_animation", "Play"
    CHOOSE_VARIANT = "choose_variant", "Choose variant"
    SET_GAIT = "set_gait", "Change the gait"
    SET_LAYERS = "set_layers", "Change the layers of the animation", True
    EDIT_GAIT = "edit_gait", "Change the steps of", True
    FIT_GAIT = "fit_gait", "Set the gait to"
    RESET_GAIT = "reset_gait", "Reset the gait"
    MOVE_TARGET = "move_target", "Move", True
    BIND_TARGET = "bind_target", "Connect"
    RELEASE_TARGET = "release_target", "Disconnect"
    SHAPE_GROUND = "shape_ground", "Shape the ground", True
    LEVEL_GROUND = "level_ground", "Flatten the ground"

    # Animations for any creature
    ADD_CHANNEL = "add_channel", "Add channel"
    DELETE_CHANNEL = "delete_channel", "Delete channel"
    DUPLICATE_CHANNEL = "duplicate_channel", "Duplicate channel"
    RENAME_CHANNEL = "rename_channel", "Rename channel", True
    REORDER_CHANNEL = "reorder_channel", "Reorder channel"
    SET_CONTEXT = "set_context", "Change the body parts of"
    SET_POSITION_MODE = "set_position_mode", "Change the position mode of"
    SET_ROTATION_MODE = "set_rotation_mode", "Change the rotation mode of"
    SET_TARGET = "set_target", "Change the target of"
    ARRANGE_CHANNEL = "arrange_channel", "Change the settings of"
    SET_CHANNEL_KEYS = "set_channel_keys", "Change the keyframes of"
    INSERT_CHANNEL_KEY = "insert_channel_key", "Add a keyframe to"
    SET_LENGTH = "set_length", "Change the duration to"
    LOOP_ANIMATION = "loop_animation", "Turn on looping"
    PLAY_ONCE = "play_once", "Turn off looping"
    DESCRIBE_ANIMATION = "describe_animation", "Describe the animation"
    SET_BRANCH = "set_branch", "Change the conditions of the animation"
    SET_SIDE_RULES = "set_side_rules", "Change the side rules of the animation"
    SET_EVENTS = "set_events", "Change the events of the animation"
    DECLARE_TARGET = "declare_target", "Add the target"
    REMOVE_TARGET = "remove_target", "Remove the target"
    REPLACE_ANIMATION = "replace_animation", "Replace the animation"


@dataclass(frozen=True)
class EditName:
    """Name of an edit.

    what: What it changes, as in "the torso"; empty where the kind says it all.
    """

    kind: EditKind
    what: str = ""

    @property
    def label(self) -> str:
        """The edit as a command, as in "Move the torso": for menus and the undo button."""
        return f"{self.kind.phrase} {self.what}".rstrip()

    @property
    def report(self) -> str:
        """The edit in the past tense, as in "Moved the torso"."""
        return f"{self.kind.past} {self.what}".rstrip()


def history_report(label: str, step: str) -> str:
    """The sentence that reports an undo or a redo. label: The edit's. step: "undo" or "redo"."""
    return f"{'Undid' if step == 'undo' else 'Redid'}: {label[:1].lower()}{label[1:]}"


def kind_of(identifier: str) -> EditKind | None:
    """The kind with an identifier; None for edits that were stored without one, or by a later Kinegraph."""
    return _KINDS.get(identifier)


_KINDS: dict[str, EditKind] = {kind.value: kind for kind in EditKind}
