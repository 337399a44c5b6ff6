"""One round's settlement, written from the documents and the rulings, seat by seat."""

from fractions import Fraction
from typing import Any, NamedTuple

from . import hands
from .tables import Row, dollars, find_row, table

INVENTORY = "inventory"
FIFTY_THOUSAND = 50_000_00

# G15: the order of the spots of one seat, by game.
SPOTS = {
    "let-it-ride": (
        "bet-1",
        "bet-2",
        "bet-3",
        "five-card-bonus",
        "three-card-bonus",
        "six-card-bonus",
        "progressive",
    ),
    "mississippi-stud": (
        "ante",
        "third-street",
        "fourth-street",
        "fifth-street",
        "three-card-bonus",
        "six-card-bonus",
        "progressive",
    ),
    "235-stud": (
        "two-card",
        "three-card",
        "three-card-raise",
        "five-card",
        "five-card-raise",
        "winem-all",
        "progressive",
    ),
    "double-draw": ("ante", "first-draw", "second-draw", "bonus"),
}
BASE_SPOTS = {
    "let-it-ride": ("bet-1", "bet-2", "bet-3"),
    "mississippi-stud": ("ante", "third-street", "fourth-street", "fifth-street"),
    "235-stud": (),
    "double-draw": ("ante", "first-draw", "second-draw"),
}
# G13, G14: the spots whose winnings the payout limit caps.
CAPPED = {
    "let-it-ride": SPOTS["let-it-ride"][:-1],
    "mississippi-stud": BASE_SPOTS["mississippi-stud"],
    "235-stud": SPOTS["235-stud"][:-1],
    "double-draw": SPOTS["double-draw"],
}
SURVIVES_FOLD = {  # M1; a Double Draw fold surrenders everything (DD .11C(2)(b), (8)(b))
    "mississippi-stud": ("three-card-bonus", "six-card-bonus"),
    "double-draw": (),
    "let-it-ride": (),
    "235-stud": (),
}


class Payment(NamedTuple):
    """What became of one spot, or one envy payment (spot 'envy', `holder` the seat envied)."""

    seat: int
    spot: str
    returned: int  # the stake given back, in cents
    won: int  # winnings, "for" payments whole
    row: str  # the row's name, or 'loses', 'folded', 'abandoned', 'forfeited'
    source: str  # 'inventory' or the meter that pays; 'inventory' where nothing is won
    clause: str  # of the row; '' where no row pays
    cut: int  # what the payout limit took off the winnings
    holder: int | None


class Round:
    """The facts of the round; it only looks cards up."""

    def __init__(self, game: str, house: dict[str, Any], community: list[str], box: list[str]):
        self.game = game
        self.house = house
        self.community = community
        self.box = box
        self.letters: dict[str, str] = house.get("letters", {})

    def rows(self, wager: str) -> dict[str, Row]:
        letter = self.letters.get(wager, "A")
        return table(self.game, wager, letter)

    def ace_low_three(self) -> bool:
        # LIR .06D(3) says so outright; elsewhere it is the house's choice (G3).
        return self.game == "let-it-ride" or bool(self.house.get("ace_low_three_card", True))

    def five(self, seat: dict[str, Any], wager: str) -> Row | None:
        cards = [*seat["hole"], *self.community]
        name = hands.five_cards(cards)
        return find_row(self.rows(wager), name, hands.pair_rank(cards) if name == "pair" else 0)

    def three(self, cards: list[str], wager: str) -> Row | None:
        return find_row(self.rows(wager), hands.three_cards(cards, self.ace_low_three()))

    def progressive_cards_row(self, seat: dict[str, Any], rows: dict[str, Row]) -> Row | None:
        """The row of a progressive or envy table that a seat's hand makes (L3)."""
        letter = self.letters.get("progressive", "A")
        if self.game == "let-it-ride" and letter in ("B", "C"):
            return find_row(rows, hands.three_cards(seat["hole"], True))
        cards = [*seat["hole"], *self.community]
        return find_row(rows, hands.five_cards(cards))


def winning_row(game_round: Round, seat: dict[str, Any], spot: str) -> Row | None:
    """The row that the spot is paid by; None where it loses."""
    game = game_round.game
    if spot == "progressive":
        return game_round.progressive_cards_row(seat, game_round.rows("progressive"))
    if game == "double-draw":
        return double_draw_row(game_round, seat, spot)
    if game == "235-stud":
        return stud_235_row(game_round, seat, spot)
    if spot in BASE_SPOTS[game]:
        return game_round.five(seat, "base")
    if spot == "five-card-bonus":
        return game_round.five(seat, spot)
    if spot == "three-card-bonus":
        # MS 7.F(4): the community cards; LIR .11E(2): the player's own.
        on_board = game == "mississippi-stud"
        return game_round.three(game_round.community if on_board else seat["hole"], spot)
    if spot == "six-card-bonus":
        # L8 and MS 7.F(5)(a): the player's cards and the box.
        six = hands.six_cards([*seat["hole"], *game_round.box])
        return find_row(game_round.rows(spot), six)
    raise ValueError(f"{game} has no spot {spot}")


def double_draw_row(game_round: Round, seat: dict[str, Any], spot: str) -> Row | None:
    name = hands.with_jokers(seat["hole"])
    if spot == "bonus":
        return find_row(game_round.rows("bonus"), name)
    # D2: ante and draws win with two pair or better.
    good = hands.JOKER_ORDER.index(name) <= hands.JOKER_ORDER.index("two pair")
    return game_round.rows("base")["two pair or better"] if good else None


def stud_235_row(game_round: Round, seat: dict[str, Any], spot: str) -> Row | None:
    hole = seat["hole"]
    if spot == "two-card":
        ace_low = bool(game_round.house.get("ace_low_two_card", True))
        return find_row(game_round.rows(spot), hands.two_cards(hole[:2], ace_low))
    if spot in ("three-card", "three-card-raise"):
        return game_round.three(hole, "three-card")
    if spot in ("five-card", "five-card-raise"):
        return game_round.five(seat, "five-card")
    # S1: Win'em All when the three bets all win.
    bets = ("two-card", "three-card", "five-card")
    if all(stud_235_row(game_round, seat, bet) for bet in bets):
        return game_round.rows("winem-all")["all three bets win"]
    return None


def payout_limit(game: str, house: dict[str, Any]) -> int | None:
    """The limit the house set; else G13's ceiling from its minimums; else none (G14)."""
    if house.get("payout_limit") is not None:
        return int(house["payout_limit"])
    if game in ("let-it-ride", "double-draw"):
        return None
    minimum = int(house.get("table_minimum", 0))
    if game == "mississippi-stud":
        return max(FIFTY_THOUSAND, 5_000 * minimum)
    offers = "winem-all" in house.get("letters", {})
    winem = int(house.get("winem_all_minimum", minimum)) if offers else 0
    return max(FIFTY_THOUSAND, 1_101 * minimum + 12 * winem)


class Meters:
    """The progressive meters through one settlement, exact fractions of a cent."""

    def __init__(self, amounts: dict[str, Any], resets: dict[str, int]):
        self.amounts = {name: Fraction(amount) for name, amount in amounts.items()}
        self.resets = resets
        self.seeded: dict[str, int] = dict.fromkeys(amounts, 0)

    def contribute(self, stakes: list[int], rates: dict[str, Any]) -> None:
        for name, rate in rates.items():
            self.amounts[name] += sum(stakes) * Fraction(rate)

    def award(self, name: str, percent: int) -> int:
        """G7, G9: whole cents are paid and taken off; a full award then seeds the reset amount."""
        paid = int(self.amounts[name] * percent / 100)
        self.amounts[name] -= paid
        if percent == 100:
            self.amounts[name] += self.resets[name]
            self.seeded[name] += self.resets[name]
        return paid


def winnings(pays: str, stake: int, meters: Meters) -> tuple[int, int, str]:
    """(returned, won, source) for a row's payout."""
    words = pays.split()
    if pays == "push":
        return stake, 0, INVENTORY
    if pays.startswith("$"):
        return stake, dollars(pays), INVENTORY
    if words[0].endswith("%"):
        return 0, meters.award(words[2], int(words[0][:-1])), words[2]
    odds = int(words[0].replace(",", ""))
    # G1: a "for" stake was collected at no more bets and does not come back.
    return (0 if words[1] == "for" else stake), odds * stake, INVENTORY


def lost_word(game: str, seat: dict[str, Any], spot: str) -> str | None:
    """Why a spot loses whatever the cards are, if it does."""
    if seat.get("abandoned"):
        return "abandoned"
    if seat.get("forfeited"):
        return "forfeited"
    if seat.get("folded") and spot not in SURVIVES_FOLD[game]:
        return "folded"
    return None


def settle_seat(
    game_round: Round, seat: dict[str, Any], meters: Meters, limit: int | None
) -> list[Payment]:
    game, number = game_round.game, seat["seat"]
    left = limit
    payments = []
    for spot in SPOTS[game]:
        stake = seat["stakes"].get(spot, 0)
        if not stake or spot in seat.get("withdrawn", ()):
            continue
        word = lost_word(game, seat, spot)
        row = None if word else winning_row(game_round, seat, spot)
        if row is None:
            lost = word or "loses"
            payments.append(Payment(number, spot, 0, 0, lost, INVENTORY, "", 0, None))
            continue
        returned, won, source = winnings(row.pays, stake, meters)
        inside = 0
        if spot == "five-card-bonus":
            returned = 0  # G2: its chip was collected at no more bets
            inside = stake  # and is in the amount, where no limit reaches it
        cut = 0
        if left is not None and spot in CAPPED[game]:
            cut = max(0, won - inside - left)
            won -= cut
            left -= won - inside
        payments.append(
            Payment(number, spot, returned, won, row.name, source, row.clause, cut, None)
        )
    return payments


def envy_for(
    game_round: Round, holder: dict[str, Any], seats: list[dict[str, Any]]
) -> list[Payment]:
    """G12: every other player's seat with a progressive wager, by its own stake. A seat that was
    abandoned or forfeited receives only for hands that were settled before.
    """
    if "progressive" not in game_round.letters:
        return []
    if holder.get("folded") or holder.get("abandoned") or holder.get("forfeited"):
        return []
    payments = []
    for seat in seats:
        stake = seat["stakes"].get("progressive", 0)
        gone = seat.get("abandoned") or seat.get("forfeited")
        if not stake or (gone and holder["seat"] not in seat.get("dropped_after", ())):
            continue
        if seat["player"] == holder["player"]:
            continue
        rows = table(game_round.game, f"envy-{stake // 100}", game_round.letters["progressive"])
        row = game_round.progressive_cards_row(holder, rows)
        if row is None:
            continue
        payments.append(
            Payment(
                seat["seat"],
                "envy",
                0,
                dollars(row.pays),
                row.name,
                INVENTORY,
                row.clause,
                0,
                holder["seat"],
            )
        )
    return payments


def in_settlement_order(game: str, seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """D6 with G17: Double Draw from the dealer's left, seat 1 first; the others from the right."""
    return sorted(seats, key=lambda seat: seat["seat"], reverse=game != "double-draw")


def settle(
    game: str,
    house: dict[str, Any],
    seats: list[dict[str, Any]],
    community: list[str],
    box: list[str],
    meters: dict[str, Any],
) -> dict[str, Any]:
    """See the package's docstring."""
    game_round = Round(game, house, community, box)
    account = Meters(meters, house.get("resets", {}))
    # G8: every progressive wager of the round has fed the meters before the first award.
    if "progressive" in game_round.letters:
        stakes = [seat["stakes"].get("progressive", 0) for seat in seats]
        account.contribute(stakes, house.get("rates", {}))
    limit = payout_limit(game, house)
    order = in_settlement_order(game, seats)
    payments: list[Payment] = []
    for seat in order:
        payments += settle_seat(game_round, seat, account, limit)
        if game != "double-draw":
            payments += envy_for(game_round, seat, order)
    cuts: dict[int, int] = {}
    for payment in payments:
        if payment.cut:
            cuts[payment.seat] = cuts.get(payment.seat, 0) + payment.cut
    return {
        "payments": payments,
        "meters": account.amounts,
        "limit_cut": cuts,
        "seeded": account.seeded,
    }
