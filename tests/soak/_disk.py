"""SQLite's disk under a test's control: it sees each call on chosen files, or spoils it.

The functions of SQLite's own file layer (VFS) are replaced in place, through ctypes, so whatever
opens a database in this process is covered, pool and raw connections alike. Nothing of the house is
changed. A `Disk` is told of each call before it is done, and may fail it or kill the process; it
also models what the medium holds: what was written since the last sync of a file may be lost.
"""

import _sqlite3
import atexit
import ctypes as ct
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

OK: Final = 0
FULL: Final = 13
IO_READ: Final = 266
IO_WRITE: Final = 778
IO_SYNC: Final = 1034
IO_TRUNCATE: Final = 1546
SECTOR: Final = 512
_PRAGMA: Final = 14  # xFileControl's code
_NOT_FOUND: Final = 12

_File = ct.c_void_p
_OPEN: Final = ct.CFUNCTYPE(
    ct.c_int, ct.c_void_p, ct.c_void_p, _File, ct.c_int, ct.POINTER(ct.c_int)
)
_DELETE: Final = ct.CFUNCTYPE(ct.c_int, ct.c_void_p, ct.c_char_p, ct.c_int)
_CLOSE: Final = ct.CFUNCTYPE(ct.c_int, _File)
_TRANSFER: Final = ct.CFUNCTYPE(ct.c_int, _File, ct.c_void_p, ct.c_int, ct.c_int64)
_TRUNCATE: Final = ct.CFUNCTYPE(ct.c_int, _File, ct.c_int64)
_SYNC: Final = ct.CFUNCTYPE(ct.c_int, _File, ct.c_int)
_CONTROL: Final = ct.CFUNCTYPE(ct.c_int, _File, ct.c_int, ct.c_void_p)


class _Methods(ct.Structure):
    """sqlite3_io_methods, version 3."""

    _fields_ = (
        ("version", ct.c_int),
        ("close", ct.c_void_p),
        ("read", ct.c_void_p),
        ("write", ct.c_void_p),
        ("truncate", ct.c_void_p),
        ("sync", ct.c_void_p),
        ("size", ct.c_void_p),
        ("lock", ct.c_void_p),
        ("unlock", ct.c_void_p),
        ("check_reserved", ct.c_void_p),
        ("control", ct.c_void_p),
        ("rest", ct.c_void_p * 8),
    )


class _Vfs(ct.Structure):
    """The beginning of sqlite3_vfs."""

    _fields_ = (
        ("version", ct.c_int),
        ("size", ct.c_int),
        ("path_length", ct.c_int),
        ("next", ct.c_void_p),
        ("name", ct.c_char_p),
        ("data", ct.c_void_p),
        ("open", ct.c_void_p),
        ("delete", ct.c_void_p),
    )


_FIELDS: Final = ("close", "read", "write", "truncate", "sync", "control")  # those replaced


class Call(NamedTuple):
    """A call that SQLite makes: `kind` is read, write, truncate, sync or delete."""

    kind: str
    name: str
    offset: int = 0
    data: bytes = b""


class Image:
    """A file on its medium: what is safe since the last sync, and what was done to it since."""

    def __init__(self) -> None:
        self.safe = bytearray()
        self.pending: list[Call] = []

    def sync(self) -> None:
        for call in self.pending:
            _apply(self.safe, call)
        self.pending.clear()


def _apply(content: bytearray, call: Call) -> None:
    if call.kind == "truncate":
        del content[call.offset :]
        return
    if len(content) < call.offset:
        content.extend(bytes(call.offset - len(content)))
    content[call.offset : call.offset + len(call.data)] = call.data


class Disk:
    """The files in one directory. `before` may return SQLite's error code, which fails the call."""

    def __init__(self, place: Path, before: Callable[[Call], int] | None = None) -> None:
        self.place = str(place)
        self.before = before
        self.images: dict[str, Image] = {}
        self.lock = threading.Lock()
        self.calls = 0
        self.models = False  # whether the medium is modelled
        self.reads = False  # whether `before` hears of reads too
        self.synchronous = b""  # a planted defect: the level that is set instead of FULL

    def covers(self, path: str) -> bool:
        return path.startswith(self.place) and not path.endswith("-shm")

    def ask(self, call: Call) -> int:
        """Counts a call and lets the test fail it."""
        self.calls += 1
        return self.before(call) if self.before else OK

    def note(self, call: Call) -> None:
        """A call that succeeded."""
        if not self.models or call.kind == "read":
            return
        with self.lock:
            if call.kind == "delete":
                self.images.pop(call.name, None)
                return
            image = self.images.setdefault(call.name, Image())
            if call.kind == "sync":
                image.sync()
            else:
                image.pending.append(call)

    def model(self) -> None:
        """Begins to model the medium: all that is there now is safe."""
        self.images.clear()
        for path in Path(self.place).iterdir():
            if path.is_file() and self.covers(str(path)):
                image = self.images.setdefault(str(path), Image())
                image.safe[:] = path.read_bytes()
        self.models = True

    def after_power_loss(self, rng: Random, how: str) -> dict[str, bytes]:
        """The files as the medium may show them after a power loss now.

        "dropped" loses all that was not synced, "some" keeps some of those writes in any order, and
        "torn" keeps their beginning and a part of one.
        """
        files = {}
        with self.lock:
            for name, image in self.images.items():
                content = bytearray(image.safe)
                calls = [*image.pending]
                if how == "dropped":
                    calls = []
                elif how == "some":
                    calls = [call for call in calls if rng.random() < 0.5]
                    rng.shuffle(calls)
                elif calls:
                    calls = calls[: rng.randint(1, len(calls))]
                    torn = calls[-1]
                    sectors = rng.randint(0, len(torn.data) // SECTOR)
                    calls[-1] = torn._replace(data=torn.data[: sectors * SECTOR])
                for call in calls:
                    _apply(content, call)
                files[name] = bytes(content)
        return files


class Shim:
    """The replaced functions, once for each process; `disk` is the present test's."""

    def __init__(self) -> None:
        library = ct.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = ct.POINTER(_Vfs)
        vfs = library.sqlite3_vfs_find(None).contents
        self.vfs = vfs
        self.disk: Disk | None = None
        self.names: dict[int, str] = {}  # of open files, by address
        self.originals: dict[int, tuple[Any, ...]] = {}  # functions, by address of the new table
        self.tables: dict[int, _Methods] = {}  # the new table, by address of SQLite's own
        self.true_open = _OPEN(vfs.open)
        self.true_delete = _DELETE(vfs.delete)
        own_open, own_delete = _OPEN(self.open), _DELETE(self.delete)
        self.keep = (own_open, own_delete)  # C code points to them
        vfs.open = ct.cast(own_open, ct.c_void_p).value
        vfs.delete = ct.cast(own_delete, ct.c_void_p).value
        self.own = [
            _CLOSE(self.close),
            _TRANSFER(self.read),
            _TRANSFER(self.write),
            _TRUNCATE(self.truncate),
            _SYNC(self.sync),
            _CONTROL(self.control),
        ]

    def open(self, vfs: int, name: int | None, file: int, flags: int, result: Any) -> int:
        code = int(self.true_open(vfs, name, file, flags, result))
        path = ct.string_at(name).decode() if name else ""
        if code == OK and self.disk is not None and self.disk.covers(path):
            methods = ct.cast(file, ct.POINTER(ct.c_void_p))
            address = methods[0]
            if address and address not in self.originals:
                methods[0] = self._table(address)
            self.names[file] = path
        return code

    def _table(self, address: int) -> int:
        """The address of a copy of SQLite's table, with our functions in it."""
        if address not in self.tables:
            table = _Methods.from_buffer_copy(ct.string_at(address, ct.sizeof(_Methods)))
            true = (
                _CLOSE(table.close),
                _TRANSFER(table.read),
                _TRANSFER(table.write),
                _TRUNCATE(table.truncate),
                _SYNC(table.sync),
                _CONTROL(table.control),
            )
            for field, function in zip(_FIELDS, self.own, strict=True):
                setattr(table, field, ct.cast(function, ct.c_void_p).value)
            self.tables[address] = table
            self.originals[ct.addressof(table)] = true
        return ct.addressof(self.tables[address])

    def _true(self, file: int) -> tuple[Any, ...]:
        return self.originals[ct.cast(file, ct.POINTER(ct.c_void_p))[0] or 0]

    def _do(self, call: Call, function: Callable[[], int]) -> int:
        disk = self.disk
        if disk is None or not disk.covers(call.name):
            return int(function())
        if code := disk.ask(call):
            return code
        code = int(function())
        if code == OK:
            disk.note(call)
        return code

    def close(self, file: int) -> int:
        self.names.pop(file, None)
        return int(self._true(file)[0](file))

    def read(self, file: int, data: int, length: int, offset: int) -> int:
        function = self._true(file)[1]
        if self.disk is None or not self.disk.reads:
            return int(function(file, data, length, offset))
        call = Call("read", self.names.get(file, ""), offset)
        return self._do(call, lambda: function(file, data, length, offset))

    def write(self, file: int, data: int, length: int, offset: int) -> int:
        call = Call("write", self.names.get(file, ""), offset, ct.string_at(data, length))
        return self._do(call, lambda: self._true(file)[2](file, data, length, offset))

    def truncate(self, file: int, size: int) -> int:
        call = Call("truncate", self.names.get(file, ""), size)
        return self._do(call, lambda: self._true(file)[3](file, size))

    def sync(self, file: int, flags: int) -> int:
        call = Call("sync", self.names.get(file, ""))
        return self._do(call, lambda: self._true(file)[4](file, flags))

    def delete(self, vfs: int, name: bytes, sync_directory: int) -> int:
        call = Call("delete", name.decode() if name else "")
        return self._do(call, lambda: self.true_delete(vfs, name, sync_directory))

    def control(self, file: int, code: int, argument: int | None) -> int:
        """Weakens `PRAGMA synchronous=FULL` where the test plants that defect."""
        if code == _PRAGMA and argument and self.disk is not None and self.disk.synchronous:
            words = ct.cast(argument, ct.POINTER(ct.c_void_p))
            name = ct.string_at(words[1]) if words[1] else b""
            if name == b"synchronous" and words[2] and ct.string_at(words[2]) in (b"FULL", b"2"):
                ct.memmove(words[2], self.disk.synchronous + b"\0", 2)
        return int(self._true(file)[5](file, code, argument))

    def restore(self) -> None:
        """Gives SQLite its own functions back: files are closed after Python has ended."""
        for table in self.tables.values():
            for field, function in zip(_FIELDS, self.originals[ct.addressof(table)], strict=True):
                setattr(table, field, ct.cast(function, ct.c_void_p).value)
        self.vfs.open = ct.cast(self.true_open, ct.c_void_p).value
        self.vfs.delete = ct.cast(self.true_delete, ct.c_void_p).value


_shim: list[Shim] = []


def use(disk: Disk | None) -> None:
    """Lets this disk hear of every call on its files; None ends that."""
    if not _shim:
        _shim.append(Shim())
        atexit.register(_shim[0].restore)
    _shim[0].disk = disk
