"""A document with creatures, and a page's view of them."""

from page_client import PageClient
from perform_scenes import done


def make(page: PageClient, kind: str = "biped", seed: int = 1, **fields) -> str:
    """Makes a creature; returns its id."""
    return done(page, "MakeCreature", kind=kind, seed=seed, **fields)["created"][0]


def add(page: PageClient, shipped: str) -> str:
    """Adds a shipped animation; returns its id."""
    return done(page, "AddAnimation", shipped=shipped)["created"][0]


def play(page: PageClient, animation: str | None, *characters: str, **fields) -> list[str]:
    """Plays an animation on characters; returns the motions."""
    return done(page, "PlayOn", animation=animation, characters=characters, **fields)["created"]


def clip(page: PageClient, motion: str):
    """A motion's frames as arrays by name."""
    count = len(page.frames)
    done(page, "RequestClip", motion=motion)
    header, arrays = next(f for f in page.frames[count:] if f[0].motion == motion)
    assert header.blob == page.records[motion]["blob"]
    return arrays


def answer(page: PageClient, kind: str, command: str, /, **fields) -> dict:
    """Asks a question and gives the event that answers it."""
    number = done(page, command, **fields)["request"]
    return next(e for e in page.events if e["type"] == kind and e["request"] == number)
