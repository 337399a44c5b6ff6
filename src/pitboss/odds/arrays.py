"""Names for the types of arrays and machine words, for type checkers only.

Importing this module does not load NumPy, so records that are read from the cache can use it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Int = int | np.int64  # a number in a kernel
    Word = np.uint64
    Words = NDArray[np.uint64]
    Bools = NDArray[np.bool_]
    Bytes = NDArray[np.uint8]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Integers = NDArray[np.integer[Any]]  # of any width
else:
    Int = Word = Words = Bools = Bytes = Floats = Ints = Integers = Any
