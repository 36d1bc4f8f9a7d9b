"""RecordedDisk: everything that SQLite asks of the disk, in order.

The standard library's SQLite is a shared library on most systems. A file system of our own (a VFS) is
registered in it that passes everything on to the usual one, and writes down writes, truncations, syncs and
removals. So the very code of the product is recorded, with no other package and no tracing of the process.
"""

import ctypes
import ctypes.util
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

Kind = Literal["write", "truncate", "sync", "remove", "rename", "sync folder", "begin", "done"]
_OK = 0
_PERSISTENT = 0x00000100 | 0x00000800 | 0x00080000  # main database, its journal, its write-ahead log
_int, _long, _pointer = ctypes.c_int, ctypes.c_int64, ctypes.c_void_p
_Write = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _int, _long)
_Truncate = ctypes.CFUNCTYPE(_int, _pointer, _long)
_Sync = ctypes.CFUNCTYPE(_int, _pointer, _int)
_Open = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _pointer, _int, _pointer)
_Delete = ctypes.CFUNCTYPE(_int, _pointer, ctypes.c_char_p, _int)


@dataclass(frozen=True)
class Event:
    """One thing that the disk was asked for, or a mark of the workload.

    file: Its name; of a rename the old one.
    at: Offset of a write, length after a truncation [bytes], number of a mark.
    data: What was written; of a rename the new name.
    """

    kind: Kind
    file: str = ""
    at: int = 0
    data: bytes = b""


class _Methods(ctypes.Structure):
    _fields_ = (
        ("version", _int),
        ("close", _pointer),
        ("read", _pointer),
        ("write", _pointer),
        ("truncate", _pointer),
        ("sync", _pointer),
        ("rest", _pointer * 13),
    )


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", _int),
        ("file_size", _int),
        ("longest_path", _int),
        ("next", _pointer),
        ("name", ctypes.c_char_p),
        ("data", _pointer),
        ("open", _pointer),
        ("delete", _pointer),
        ("rest", _pointer * 14),
    )


class NotRecordable(Exception):
    """The SQLite of this Python is not a shared library."""


class RecordedDisk:
    """What happens on disk while `recording` goes on."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._library = _shared_sqlite()
        self._usual = ctypes.cast(self._library.sqlite3_vfs_find(None), ctypes.POINTER(_Vfs))
        self._names: dict[int, str] = {}
        self._methods: dict[int, _Methods] = {}
        self._alive: list[Any] = []  # what C points to

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Records all databases that are opened meanwhile, and renames by this process."""
        vfs = _Vfs.from_buffer_copy(self._usual.contents)
        vfs.name = b"recorded"
        vfs.open = self._pointer_to(_Open(self._open))
        vfs.delete = self._pointer_to(_Delete(self._delete))
        self._alive.append(vfs)
        self._library.sqlite3_vfs_register(ctypes.byref(vfs), 1)
        with patch("os.replace", self._replace), patch("os.fsync", self._fsync):
            try:
                yield
            finally:
                self._library.sqlite3_vfs_register(self._usual, 1)
                self._library.sqlite3_vfs_unregister(ctypes.byref(vfs))

    def mark(self, kind: Kind, number: int) -> None:
        """Writes a mark of the workload between the events."""
        self.events.append(Event(kind, at=number))

    def _pointer_to(self, callback: Any) -> int | None:
        self._alive.append(callback)
        return ctypes.cast(callback, _pointer).value

    def _open(self, _: int, name: int | None, file: int, flags: int, out: int) -> int:
        usual = _Open(self._usual.contents.open or 0)
        # The name is passed on as the pointer that it is: the file keeps it until it is closed.
        result = usual(ctypes.cast(self._usual, _pointer), name, file, flags, out)
        if result == _OK and name and flags & _PERSISTENT:
            self._names[file] = Path(os.fsdecode(ctypes.string_at(name))).name
            place = ctypes.cast(file, ctypes.POINTER(_pointer))
            place[0] = ctypes.addressof(self._recorded_methods(place[0] or 0))
        return result

    def _recorded_methods(self, usual: int) -> _Methods:
        if usual in self._methods:
            return self._methods[usual]
        before = _Methods.from_address(usual)
        write, truncate, sync = _Write(before.write), _Truncate(before.truncate), _Sync(before.sync)

        def do_write(file: int, data: int, size: int, offset: int) -> int:
            self._note(file, "write", offset, ctypes.string_at(data, size))
            return write(file, data, size, offset)

        def do_truncate(file: int, size: int) -> int:
            self._note(file, "truncate", size)
            return truncate(file, size)

        def do_sync(file: int, flags: int) -> int:
            result = sync(file, flags)
            self._note(file, "sync")
            return result

        methods = _Methods.from_buffer_copy(before)
        methods.write = self._pointer_to(_Write(do_write))
        methods.truncate = self._pointer_to(_Truncate(do_truncate))
        methods.sync = self._pointer_to(_Sync(do_sync))
        self._methods[usual] = methods
        return methods

    def _note(self, file: int, kind: Kind, at: int = 0, data: bytes = b"") -> None:
        self.events.append(Event(kind, self._names[file], at, data))

    def _delete(self, _: int, name: bytes, sync: int) -> int:
        usual = _Delete(self._usual.contents.delete or 0)
        result = usual(ctypes.cast(self._usual, _pointer), name, sync)
        if result == _OK:
            self.events.append(Event("remove", Path(os.fsdecode(name)).name))
            if sync:
                self.events.append(Event("sync folder"))
        return result

    def _replace(self, old: Path, new: Path, _replace: Callable = os.replace) -> None:
        self.events.append(Event("rename", Path(old).name, data=Path(new).name.encode()))
        _replace(old, new)

    def _fsync(self, descriptor: int, _fsync: Callable = os.fsync) -> None:
        _fsync(descriptor)
        self.events.append(Event("sync folder"))


def _shared_sqlite() -> ctypes.CDLL:
    """The library that the module `sqlite3` uses; raises NotRecordable where it is a part of Python."""
    name = ctypes.util.find_library("sqlite3")
    if name is None:
        raise NotRecordable("There is no shared SQLite library here.")
    library = ctypes.CDLL(name)
    library.sqlite3_libversion.restype = ctypes.c_char_p
    library.sqlite3_vfs_find.restype = _pointer
    library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
    library.sqlite3_memory_used.restype = _long
    before = library.sqlite3_memory_used()
    connection = sqlite3.connect(":memory:")
    shared = library.sqlite3_memory_used() > before
    connection.close()
    if not shared:
        raise NotRecordable("The SQLite of this Python is not a shared library.")
    return library
