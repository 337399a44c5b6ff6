"""How late this machine is: the time a busy machine takes is not the program's."""

import threading
import time
from typing import Final, Self

_STEP: Final = 0.02


class Lateness:
    """Measures in a thread how late short sleeps end, in seconds altogether.

    A limit of seconds is then checked as `elapsed - late.seconds < limit`.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._stop.is_set():
            began = time.monotonic()
            time.sleep(_STEP)
            self.seconds += time.monotonic() - began - _STEP

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._thread.join()
