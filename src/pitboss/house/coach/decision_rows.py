"""A house's finished rounds as rows: every decision with the exact worth of each act."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from pitboss.house.coach.advice import PricedAct
from pitboss.house.coach.review import review_decisions
from pitboss.house.history.index import seat_results
from pitboss.house.history.rounds import rebuild_finished
from pitboss.house.service import House


class HouseDecisionRow(msgspec.Struct):
    """Amounts are cents; worths count the wagers that the decision can change."""

    table: str
    round: int
    seat: int
    player: str
    number: int  # of the seat's decision in its round, from 1
    stage: str
    cards: str
    stakes: str  # JSON: spot → cents
    act: str
    worths: str  # JSON: act → exact worth, as a fraction
    worth: float
    regret: float
    result: int  # of the seat's round


def decision_rows(
    house: House, rounds: Iterable[tuple[str, int]]
) -> Iterator[list[HouseDecisionRow]]:
    """The rows of one round after another."""
    for table, number in rounds:
        entries = rebuild_finished(house, table, number)
        results = seat_results(event for _, _, body in entries for event in body.events)
        rows: list[HouseDecisionRow] = []
        for player in dict.fromkeys(result["player"] for result in results.values()):
            counts: dict[int, int] = {}
            for decision, advice, before in review_decisions(entries, player):
                counts[decision.seat] = counts.get(decision.seat, 0) + 1
                stakes = before.seats[decision.seat].stakes
                rows.append(
                    HouseDecisionRow(
                        table,
                        number,
                        decision.seat,
                        player,
                        counts[decision.seat],
                        decision.stage,
                        " ".join(decision.cards),
                        _json({spot: stake.cents for spot, stake in stakes.items()}),
                        act_text(decision.taken),
                        _json({act_text(option): option.value.exact for option in advice.options}),
                        float(decision.taken.value.fraction),
                        float(decision.cost),
                        results[decision.seat]["net"],
                    )
                )
        yield rows


def act_text(act: PricedAct) -> str:
    if act.act == "discard":
        return f"discard {' '.join(act.cards)}" if act.cards else "stand pat"
    return f"{act.act} {act.multiple}" if act.multiple else act.act


def _json(record: Mapping[str, object]) -> str:
    return msgspec.json.encode(record).decode()
