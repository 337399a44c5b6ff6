"""What a policy costs against optimal play, and the mistakes that cost the most."""

from fractions import Fraction

import msgspec


class Mistake(msgspec.Struct, frozen=True):
    """A situation in which a policy errs, for all hands of its class."""

    situation: int
    decision: str
    earlier: tuple[int, ...]  # choices before
    cards: str
    act: int
    best: int
    regret: Fraction  # units lost each time
    frequency: Fraction  # of rounds

    @property
    def cost(self) -> Fraction:
        """Units that it costs a round."""
        return self.regret * self.frequency


class Evaluation(msgspec.Struct, frozen=True):
    """A policy against optimal play, in units of the base wager a round."""

    expectation: Fraction
    optimal: Fraction
    mistakes: tuple[Mistake, ...]  # the costliest first

    @property
    def cost(self) -> Fraction:
        return self.optimal - self.expectation

    def __str__(self) -> str:
        lines = [
            f"expectation {float(self.expectation):+.6f}, optimal {float(self.optimal):+.6f}, "
            f"cost {float(self.cost):.6f} units a round"
        ]
        lines += [
            f"  {m.cards} at {m.decision} after {m.earlier}: act {m.act}, best {m.best}, "
            f"costs {float(m.regret):.4f} in {float(m.frequency):.6f} of rounds"
            for m in self.mistakes
        ]
        return "\n".join(lines)
