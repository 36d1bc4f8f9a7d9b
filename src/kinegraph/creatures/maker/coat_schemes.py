"""Colour schemes for generated creatures."""

from kinegraph.creatures.maker.creature_plan import Coat

SCHEMES: dict[str, Coat] = {
    "meadow": Coat("#78c46a", "#f6efc4", "#2f8a5c", "#ffb347", "#7a4a12", "#f29a8a"),
    "tangerine": Coat("#f58a3c", "#ffe9c9", "#8c3b2a", "#fff3dc", "#3a6b4a", "#ffb199"),
    "lagoon": Coat("#35b0c9", "#e3f8ef", "#14607d", "#ffd166", "#b5651d", "#ff9f9b"),
    "plum": Coat("#8d6bc4", "#eadcf8", "#4b2f7f", "#ffcf70", "#c77d1e", "#f3a0c8"),
    "berry": Coat("#e0607e", "#ffdfe0", "#8f2348", "#fff0d4", "#4a2c6b", "#ffb3a8"),
    "sand": Coat("#d9b27c", "#fff4dd", "#8a5a34", "#5b4636", "#2f6f6a", "#f0937d"),
    "slate": Coat("#7d8fa8", "#eef2f4", "#3c4a63", "#f7c66b", "#c0642b", "#f2a2a0"),
    "lemon": Coat("#f4cf4d", "#fffbe4", "#c9731f", "#ff8c5a", "#3d5a99", "#ffad85"),
    "mint": Coat("#8fdcc0", "#fffdf0", "#2c8f87", "#f5a66a", "#6b3f7a", "#ffb0a6"),
    "rust": Coat("#b5573c", "#f6d9b8", "#5c2a2a", "#f2e3c6", "#2f5f4e", "#f0a184"),
    "sky": Coat("#6fa8ee", "#f2f7ff", "#2d4f9e", "#ffc35c", "#7a3f12", "#f7a6b4"),
    "moss": Coat("#8a9a4b", "#eef0c8", "#4a5a2a", "#e8d6a8", "#a63f2f", "#e7a07c"),
    "coral": Coat("#ff8f7a", "#fff0e2", "#c2415b", "#ffe08a", "#1f5f7a", "#ffc0a8"),
    "cocoa": Coat("#8f6248", "#f2dcc0", "#4a2f26", "#f6ecd8", "#3f7f5f", "#e59a83"),
    "snow": Coat("#eef1f0", "#ffffff", "#8fb4cc", "#5a6b7a", "#2f6fae", "#f7b3b0"),
    "night": Coat("#4b4f8a", "#c9cdf2", "#f0c860", "#f6e7b8", "#d98a1e", "#d98ab0"),
}
