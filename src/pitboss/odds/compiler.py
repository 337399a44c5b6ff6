"""Compiles kernels with Numba and keeps the machine code in a cache that survives damage.

Numba keeps the cache beside the package, or in the user's cache directory where the package is
read-only; where neither can be written to, each process compiles again.
Numba trusts its cache files: a torn file ends in a traceback, an altered one in a crash or a wrong
number. Here each file carries a digest of its content; on a mismatch the kernel is compiled again.
Numba also considers a cached kernel fresh as long as the kernel's own file is unchanged, although
the machine code contains the kernels it calls and constants of other modules. Here a change of any
module of `odds`, or of the kernel's own folder, makes it stale.
"""

import gc
import hashlib
import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from pitboss.odds.cache import folder_fingerprint, source_fingerprint

# This import creates many objects and no garbage, so collections would only cost time.
_collects = gc.isenabled()
gc.disable()
try:
    import numba
finally:
    if _collects:
        gc.enable()

njit: Any = numba.njit
Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_DIGEST: Final = hashlib.sha256().digest_size


def kernel(function: Kernel) -> Kernel:
    """Compiles a function on its first call, to run without Python's lock."""
    return _compile(function)


def inline_kernel(function: Kernel) -> Kernel:
    """Compiles a function into each of its callers."""
    return _compile(function, inline="always")


def _compile(function: Kernel, **options: str) -> Kernel:
    try:
        dispatcher = njit(cache=True, nogil=True, **options)(function)
    except RuntimeError:  # neither the package nor the user's cache directory can be written to
        dispatcher = njit(nogil=True, **options)(function)
        return cast(Kernel, dispatcher)
    if dispatcher is not function:  # NUMBA_DISABLE_JIT returns the function unchanged
        home = Path(function.__code__.co_filename).parent
        files = dispatcher._cache._cache_file
        files._source_stamp = files._source_stamp, source_fingerprint(), folder_fingerprint(home)
        _check_files(files)
    return cast(Kernel, dispatcher)


def _check_files(files: Any) -> None:
    """Replaces how a kernel's cache files are read and written; a damaged file counts as missing.

    Numba has no public way to do this: these are the four methods of its `IndexDataCacheFile`.
    """

    def digest(name: str, content: bytes) -> bytes:
        # With name and stamp, so that no file passes for another, nor an old one for a new one.
        source = repr((name, files._version, files._source_stamp))
        return hashlib.sha256(source.encode() + content).digest()

    def load(name: str) -> Any:
        content = Path(files._data_path(name)).read_bytes()
        if digest(name, content[_DIGEST:]) != content[:_DIGEST]:
            raise OSError(f"{name} is damaged")  # Numba compiles again where a file is missing
        return pickle.loads(content[_DIGEST:])

    def save(name: str, data: object) -> None:
        content = files._dump(data)
        with files._open_for_write(files._data_path(name)) as file:
            file.write(digest(name, content) + content)

    def load_index() -> Any:
        try:
            return load(files._index_name)
        except Exception:  # missing, damaged, or it names a type of a module that is gone
            return {}

    files._load_index, files._save_index = load_index, partial(save, files._index_name)
    files._load_data, files._save_data = load, save
