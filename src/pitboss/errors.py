"""The one shape of every error that a user can correct."""

from typing import ClassVar


class PitbossError(Exception):
    """Shown as one line, never as a traceback: exit code 2, or an HTTP answer with `status`."""

    status: ClassVar[int] = 400

    def __init__(
        self,
        what: str,
        *,
        where: str | None = None,
        clause: str | None = None,
        what_to_do: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.clause = clause
        self.what_to_do = what_to_do

    def __str__(self) -> str:
        """`where: what (clause); what to do`, leaving out what is empty."""
        text = f"{self.where}: {self.what}" if self.where else self.what
        if self.clause:
            text += f" ({self.clause})"
        if self.what_to_do:
            text += f"; {self.what_to_do}"
        # A file name or a parser's message may contain line breaks.
        return " ".join(text.split())

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.what, self.where, self.clause, self.what_to_do)


def _rebuild(
    kind: type[PitbossError],
    what: str,
    where: str | None,
    clause: str | None,
    what_to_do: str | None,
) -> PitbossError:
    """Lets worker processes pickle exceptions that take keyword arguments."""
    return kind(what, where=where, clause=clause, what_to_do=what_to_do)
