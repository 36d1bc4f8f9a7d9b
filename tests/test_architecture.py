"""The shape of the house: layers, no cycles, no grab-bag modules, no file that has outgrown one concept."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "kinegraph"

# Left never imports right; the features stand side by side.
FEATURES = ("perform", "keys", "creatures", "doodles")
LAYERS = (
    ("core",),
    ("formats",),
    ("characters",),
    FEATURES,
    ("flows", "runtime"),
    ("scenes",),
    ("share",),
    ("batch",),
    ("studio",),
    ("cli",),
)
LEVEL = {package: level for level, packages in enumerate(LAYERS) for package in packages}
# Rooms inside the packages, in the same way. A room is a folder, or modules at the top of the package, named
# one by one; "." is every other module there. `formats` has one folder a format, side by side.
ROOMS: dict[str, tuple[str, ...]] = {
    "core": (
        "errors arrays remembered",
        "files",
        "kernels",
        "math",
        "curves",
        "skeleton pose clip clip_event body character animation marker_clip locator_clip scene",
        "kinematics",
        ".",
    ),
    "formats": ("text", "mapping", "acclaim bvh blender c3d fbx gltf keyed maya usd", "."),
    "characters": (
        "color shapes body_plan",
        "anatomy clay detail",
        "onto",
        ".",
        "follow",
        "cast",
        "rendering",
    ),
    "keys": ("selection", "curves", "rules", "baselines", "refining", ".", "report"),
    "perform": ("sets", "playing", "performances", "cast_sets", "files", "."),
    "creatures": (
        "body",
        "maker",
        "generator",
        "animation",
        "animations",
        "binding",
        "gait",
        "ik",
        "playing",
        "crowds",
        "retarget",
        "grid",
        "pack",
        ".",
    ),
    "doodles": ("ink", "props", "line", "sketch", "performing", ".", "pictures"),
    "runtime": ("libraries", "exports", "baked", "headers", "compile", "hosts"),
    "scenes": ("mixing", "targets", "props cameras", ".", "files", "output"),
    "batch": ("jobs", ".", "report", "library"),
    "studio": (
        "document",
        "protocol",
        "running",
        "perform",
        "creatures",
        "doodles",
        "motions",
        "keys",
        "scenes",
        "files",
        ".",
        "handlers",
        "server",
        "classroom",
    ),
}
MOST_FILES = 25
GRAB_BAGS = {"utils", "util", "common", "helpers", "misc"}
LONGEST_FILE = 500


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def imports_of(name: str, path: Path, *, only_at_start_up: bool = False) -> Iterator[str]:
    """Our own modules that a module imports: all of them, or only those that run when it is imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = _executed_on_import(tree) if only_at_start_up else ast.walk(tree)
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            base = (
                ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            )
            source = ".".join(part for part in (base, node.module) if part)
            names = [
                f"{source}.{alias.name}" if f"{source}.{alias.name}" in MODULES else source
                for alias in node.names
            ]
        else:
            continue
        yield from (imported for imported in names if imported.split(".")[0] == "kinegraph")


def _executed_on_import(tree: ast.Module) -> Iterator[ast.AST]:
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            pending.extend(node.orelse)
            continue
        yield node
        pending.extend(ast.iter_child_nodes(node))


def package_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in LEVEL else None


@pytest.mark.parametrize("name", MODULES)
def test_module_imports_only_from_layers_to_its_left(name: str) -> None:
    package = package_of(name)
    if package is None:
        return
    for imported in imports_of(name, MODULES[name]):
        other = package_of(imported)
        if other is not None and other != package:
            assert LEVEL[other] < LEVEL[package], f"{name} imports {imported}, which is not to its left"


def room_of(module: str) -> tuple[int, str] | None:
    """Where a module stands among the rooms of its package, and the name of its room."""
    _, package, *rest = [*module.split("."), ""]
    if package not in ROOMS or not rest[0]:
        return None  # a package's own surface may offer anything in it
    for level, room in enumerate(ROOMS[package]):
        if rest[0] in room.split():
            return level, rest[0] if (SOURCE / package / rest[0]).is_dir() else "."
    return ROOMS[package].index("."), "."


@pytest.mark.parametrize("package", ROOMS)
def test_rooms_import_only_from_rooms_before_them(package: str) -> None:
    wrong = []
    for name, path in MODULES.items():
        here = room_of(name) if package_of(name) == package else None
        for imported in imports_of(name, path) if here else ():
            there = room_of(imported) if package_of(imported) == package else None
            if here and there and there != here and there[0] >= here[0]:
                wrong.append(f"{name} imports {imported}")
    assert not wrong


@pytest.mark.parametrize("package", ROOMS)
def test_every_folder_is_a_room(package: str) -> None:
    folders = {path.parent.name for path in (SOURCE / package).glob("*/__init__.py")}
    rooms = {name for room in ROOMS[package] for name in room.split()}
    assert folders <= rooms, f"not in the design: {sorted(folders - rooms)}"


def test_every_package_says_what_lives_in_it() -> None:
    silent = [name for name, path in MODULES.items() if path.name == "__init__.py" and not _docstring(path)]
    assert not silent


def _docstring(path: Path) -> str | None:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def _sources(folder: str) -> list[Path]:
    """Every source file below a folder of the repository; not the built page."""
    endings = {".py", ".ts", ".mjs", ".svelte"}
    built = (SOURCE / "studio" / "page", SOURCE / "share" / "player")
    return [
        p
        for p in (ROOT / folder).rglob("*")
        if p.suffix in endings and not any(each in p.parents for each in built)
    ]


@pytest.mark.parametrize(
    "folder", ["src", "tests", "benchmarks", "scripts", "web/src", "web/tests", "web/scripts", "web/runtime"]
)
def test_no_folder_holds_more_than_a_reader_can_scan(folder: str) -> None:
    counts = Counter(path.parent for path in _sources(folder))
    crowded = {str(path.relative_to(ROOT)): n for path, n in counts.items() if n > MOST_FILES}
    assert not crowded


def test_every_package_has_a_layer() -> None:
    packages = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file()}
    assert packages <= set(LEVEL), f"not in the design: {sorted(packages - set(LEVEL))}"


def test_there_are_no_import_cycles() -> None:
    graph = {
        name: {m for m in imports_of(name, path, only_at_start_up=True) if m in MODULES and m != name}
        for name, path in MODULES.items()
    }
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, " -> ".join([*trail[trail.index(module) :], module])
        if module not in done:
            for imported in sorted(graph[module]):
                visit(imported, (*trail, module))
            done.add(module)

    for module in graph:
        visit(module, ())


def test_no_module_is_a_grab_bag() -> None:
    assert not [name for name in MODULES if name.rpartition(".")[2] in GRAB_BAGS]


@pytest.mark.parametrize("folder", ["src", "tests", "benchmarks", "examples", "web/src", "web/tests"])
def test_no_source_file_has_outgrown_one_concept(folder: str) -> None:
    files = [path for path in _sources(folder) if "generated" not in path.name]
    too_long = {
        str(p.relative_to(ROOT)): n for p in files if (n := len(p.read_text().splitlines())) > LONGEST_FILE
    }
    assert not too_long


def test_lock_files_carry_no_addresses() -> None:
    locks = [*ROOT.glob("requirements*.lock"), ROOT / "web" / "package-lock.json"]
    assert len(locks) >= 3
    for lock in locks:
        text = lock.read_text()
        assert "resolved" not in text, lock.name
        assert "index-url" not in text, lock.name
        assert "find-links" not in text, lock.name


def test_the_package_starts_without_its_slow_dependencies() -> None:
    """SciPy, Matplotlib, USD and the like are imported where they are used: the command starts at once."""
    slow = {
        *("scipy", "skimage", "matplotlib", "pxr", "ezc3d", "imageio", "pygltflib"),
        *("dask", "distributed", "usearch"),
    }
    for name, path in MODULES.items():
        for node in _executed_on_import(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {(node.module or "").split(".")[0]}
            else:
                continue
            assert not names & slow, f"{name} imports {sorted(names & slow)} at start-up"


def test_no_two_test_files_share_a_name() -> None:
    # pytest imports test files by their bare names, so the second of a name would stop the whole run.
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    repeated = sorted({name for name in names if names.count(name) > 1})
    assert not repeated, f"rename one of each: {repeated}"
