"""Public names that are imported when they are first used.

A package lists its public names once, in its stub (`__init__.pyi`): type checkers read them there, and so
does this module. Importing a package then costs nothing; NumPy and Numba load with the first name that needs
them.
"""

import ast
import sys
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

Home = tuple[str, str]  # a module, and the name there


def offer_names(package: str) -> None:
    """Make the names of a package's stub attributes of the package, each imported at its first use."""
    sys.modules[package].__class__ = _LazyPackage


def homes_in_stub(stub: Path) -> dict[str, Home]:
    """The names that a stub offers, each with the module that it comes from and its name there."""
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


class _LazyPackage(ModuleType):
    """A package whose public names are imported at their first use."""

    @cached_property
    def _homes(self) -> dict[str, Home]:
        return homes_in_stub(Path(str(self.__file__)).with_suffix(".pyi"))

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return sorted(self._homes)
        if name not in self._homes:
            raise AttributeError(f"{self.__name__} has no public name {name!r}", name=name, obj=self)
        value = self._import_from_home(name)
        self.__dict__[name] = value
        return value

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._homes})

    def __setattr__(self, name: str, value: object) -> None:
        """Import of a submodule binds it here; a public function of the same name takes precedence."""
        if isinstance(value, ModuleType) and self._homes.get(name) == (f"{self.__name__}.{name}", name):
            value = getattr(value, name)
        super().__setattr__(name, value)

    def _import_from_home(self, name: str) -> Any:
        from importlib import import_module

        module, original = self._homes[name]
        if module == self.__name__:  # a package inside this one
            return import_module(f"{module}.{original}")
        return getattr(import_module(module), original)
