"""Names of joints and parts as people read them."""

import re


def display_name(name: str) -> str:
    """A joint's or part's name for people: "left_back_arm_5" becomes "left back arm"."""
    words = re.sub(r"[_\s]+", " ", name).strip()
    return re.sub(r"( \d+)+$", "", words) or words
