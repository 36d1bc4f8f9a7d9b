"""Heads and faces of generated creatures, and rows of spikes on their backs."""

from kinegraph.creatures.generator.dice import Dice
from kinegraph.creatures.generator.kinds import Build
from kinegraph.creatures.generator.torsos import Torso
from kinegraph.creatures.maker.creature_plan import SPINE, BodyPart, Seat

_HEADS = ("round head", "round head", "wide head", "long head", "tall head")
_BEAKS = 0.6  # share of the winged creatures that have one for certain
_MOUTHS = ("smile", "smile", "snout", "snout", "beak", "bill", "jaws", "trunk")
_SPIKED_BACKS = 0.35  # share of the creatures
_EARS = ("round ear", "pointed ear", "long ear", "floppy ear", "fin ear")


def draw_faces(build: Build, torso: Torso, dice: Dice) -> list[BodyPart]:
    """Every head with the same face, and spikes along the back."""
    mouth = "beak" if build.wing_pairs and dice.chance(_BEAKS) else dice.pick(_MOUTHS)
    eyes, top = dice.pick(_EYES), dice.pick(_TOPS)
    kind, scale = dice.pick(_HEADS), dice.between(0.16, 0.22) * torso.size
    parts: list[BodyPart] = []
    if build.faceless:
        wide = 0.8 * torso.spine[-1].radius
        parts += _face(SPINE, "", wide, mouth if mouth != "trunk" else "smile", eyes, top)
    elif build.heads == 1:
        parts += _head("head", SPINE, kind, scale, mouth, eyes, top)
    else:
        if build.heads % 2:
            parts += _head("head", SPINE, kind, 0.85 * scale, mouth, eyes, top)
        for n in range(build.heads // 2):
            parts += _head(f"head_{n + 2}", f"neck_{n + 1}", kind, 0.72 * scale, mouth, eyes, top)
    return parts + _back(build, torso, dice)


def _head(name: str, on: str, kind: str, size: float, mouth: str, eyes: str, top: str) -> list[BodyPart]:
    head = BodyPart(name, kind, Seat(on, 1.0, (0.0, 0.62, 0.78)), size, mirrored=False)
    return [head, *_face(name, f"{name}_" if name != "head" else "", size, mouth, eyes, top)]


def _face(on: str, prefix: str, size: float, mouth: str, eyes: str, top: str) -> list[BodyPart]:
    def part(name: str, kind: str, toward: tuple[float, float, float], share: float) -> BodyPart:
        return BodyPart(prefix + name, kind, Seat(on, 1.0, toward), share * size, mirrored=toward[0] != 0.0)

    wide = {"smile": 0.3, "snout": 0.45, "beak": 0.3, "bill": 0.45, "jaws": 0.5, "trunk": 0.34}[mouth]
    low = -0.12 if mouth in ("beak", "bill") else -0.24
    parts = [part("mouth", mouth, (0.0, low, 1.0), wide)]
    parts += [part(*row) for row in _EYE_ROWS[eyes]]
    return parts + [part(*row) for row in _TOP_ROWS[top]]


_EYE_ROWS = {
    "two": [("eye", "round eye", (0.5, 0.3, 0.82), 0.27)],
    "two large": [("eye", "round eye", (0.52, 0.32, 0.8), 0.36)],
    "two buttons": [("eye", "button eye", (0.46, 0.22, 0.86), 0.17)],
    "one": [("eye", "round eye", (0.0, 0.34, 0.94), 0.46)],
    "three": [
        ("eye", "round eye", (0.52, 0.22, 0.83), 0.23),
        ("eye_middle", "round eye", (0.0, 0.62, 0.78), 0.25),
    ],
    "four": [
        ("eye", "round eye", (0.36, 0.24, 0.9), 0.23),
        ("eye_outer", "button eye", (0.72, 0.5, 0.55), 0.15),
    ],
    "stalks": [("eye", "stalk eye", (0.5, 0.78, 0.35), 0.25)],
}
_EYES = ("two", "two", "two", "two large", "two large", "two buttons", "one", "three", "four", "stalks")
_TOP_ROWS = {
    "bare": [],
    **{kind: [("ear", kind, (0.68, 0.72, -0.05), 0.36)] for kind in _EARS},
    "floppy ear": [("ear", "floppy ear", (0.85, 0.5, -0.05), 0.46)],
    "horns": [("horn", "horn", (0.45, 0.88, 0.1), 0.36)],
    "one horn": [("horn", "horn", (0.0, 0.85, 0.52), 0.34)],
    "antlers": [
        ("antler", "antler", (0.42, 0.9, -0.05), 0.5),
        ("ear", "pointed ear", (0.9, 0.42, -0.1), 0.28),
    ],
    "antennae": [("antenna", "antenna", (0.3, 0.92, 0.25), 0.28)],
    "tuft": [("tuft", "tuft", (0.0, 1.0, 0.0), 0.34)],
}
_TOPS = ("bare", *_EARS, *_EARS, "horns", "one horn", "antlers", "antennae", "tuft")


def _back(build: Build, torso: Torso, dice: Dice) -> list[BodyPart]:
    """A row of spikes, plates or tufts, largest in the middle, on about a third of all backs."""
    if not dice.chance(_SPIKED_BACKS):
        return []
    kind, count = dice.pick(("spike", "plate", "plate", "tuft")), dice.whole(3, 5)
    upright = build.posture == "upright"
    toward = (0.0, 0.25, -1.0) if upright else (0.0, 1.0, -0.1)
    parts = []
    for n in range(count):
        middle = 1.0 - abs(2.0 * n / (count - 1) - 1.0)
        size = torso.thick * (0.22 + 0.16 * middle)
        seat = Seat(SPINE, 0.15 + 0.55 * n / (count - 1), toward)
        parts.append(BodyPart(f"back_{n + 1}", kind, seat, size, mirrored=False))
    return parts
