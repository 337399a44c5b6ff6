"""The one shape of everything a user can put right."""


class PitbossError(Exception):
    """Shown as one line and exit code 2, never as a traceback."""

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
        """`where: what (clause); what to do`, with whatever of these is known."""
        text = f"{self.where}: {self.what}" if self.where else self.what
        if self.clause:
            text += f" ({self.clause})"
        if self.what_to_do:
            text += f"; {self.what_to_do}"
        # One line, whatever a file name or a parser's message brought along.
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
    """Exceptions with keyword arguments cannot be pickled between workers without this."""
    return kind(what, where=where, clause=clause, what_to_do=what_to_do)
