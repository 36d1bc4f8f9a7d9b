"""A document with creatures, and a page's view of them."""

from typing import Any

import numpy as np
from page_client import PageClient
from perform_scenes import done


def make(page: PageClient, kind: str = "biped", seed: int = 1, **fields: Any) -> str:
    """Makes a creature; returns its id."""
    return done(page, "MakeCreature", kind=kind, seed=seed, **fields)["created"][0]


def add(page: PageClient, shipped: str) -> str:
    """Adds a shipped animation; returns its id."""
    return done(page, "AddAnimation", shipped=shipped)["created"][0]


def play(page: PageClient, animation: str | None, *characters: str, **fields: Any) -> list[str]:
    """Plays an animation on characters; returns the motions."""
    return done(page, "PlayOn", animation=animation, characters=characters, **fields)["created"]


def clip(page: PageClient, motion: str) -> dict[str, np.ndarray]:
    """A motion's frames as arrays by name."""
    count = len(page.frames)
    done(page, "RequestClip", motion=motion)
    header, arrays = next(frame for frame in page.frames[count:] if frame[0].motion == motion)
    assert header.blob == page.records[motion]["blob"]
    return arrays


def answer(page: PageClient, kind: str, command: str, /, **fields: Any) -> dict:
    """Asks a question and gives the event that answers it."""
    number = done(page, command, **fields)["request"]
    return next(e for e in page.events if e["type"] == kind and e.get("request") == number)


def refused(page: PageClient, command: str, /, **fields: Any) -> str:
    """Asks for what cannot be; returns why, in one sentence."""
    found = page.ask(command, **fields)
    assert found["type"] == "Failure", found
    assert "\n" not in found["message"]
    assert "Something went wrong" not in found["message"]
    return found["message"]


def edit(page: PageClient, animation: str, *edits: dict, **fields: Any) -> None:
    """Edits an animation."""
    done(page, "EditAnimation", animation=animation, edits=edits, **fields)


def reshape(page: PageClient, character: str, *edits: dict, **fields: Any) -> None:
    """Edits a creature in the maker."""
    done(page, "EditCreature", character=character, edits=edits, **fields)
