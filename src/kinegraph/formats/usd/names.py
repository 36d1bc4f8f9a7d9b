"""Names as USD prims may have them: letters, digits and underscores."""

from kinegraph.formats.mapping.joint_names import unique_names


def prim_names(names: list[str] | tuple[str, ...], default: str) -> list[str]:
    """A valid prim name for each name, none twice; letters of any script stay."""
    return unique_names([_identifier(name, default) for name in names])[0]


def _identifier(name: str, default: str) -> str:
    kept = "".join(sign if sign == "_" or sign.isalnum() else "_" for sign in name) or default
    kept = kept if kept.isidentifier() else f"_{kept}"
    return kept if kept.isidentifier() else default
