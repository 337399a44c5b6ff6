"""Texts to read at the table: the paytables in use, the course of the game, any clause."""

from pitboss.errors import PitbossError
from pitboss.money import format_short
from pitboss.rulebook import describe, register
from pitboss.rulebook.describe import Line
from pitboss.rulebook.model import CardSlots, Game
from pitboss.rulebook.rules import Rules

Pages = tuple[str, list[str]]  # a title, and lines


def tables(rules: Rules, *, plain: bool) -> Pages:
    lines: list[str] = []
    for key, wager in rules.wagers.items():
        table = rules.tables[key]
        if wager.pays_as:
            continue
        alike = [rules.label(w) for w in rules.wagers.values() if w.pays_as == key]
        title = describe.listed([rules.label(wager), *alike])
        on = "" if wager.wins_with else describe.cards_words(rules.game, _cards(rules, key))
        paid = f", on {on}" if on else f", {describe.wager_terms(rules.game, wager)}"
        lines += ["", f"{title}, table {table.letter} ({table.clause}){paid}."]
        width = max(len(row.name) for row in table.rows)
        for row in table.rows:
            if plain:
                lines.append(f"{row.name}: {row.pays}, {row.clause}.")
            else:
                lines.append(f"  {row.name:<{width}}  {row.pays!s:>16}   {row.clause}")
    if rules.payout_limit is not None:
        capped = describe.listed([rules.game.wager(key).name for key in rules.game.limit.wagers])
        limit = format_short(rules.payout_limit)
        lines += ["", f"At most {limit} is won by a hand on {capped} ({rules.game.limit.clause})."]
    return f"Paytables of {rules.game.name}", lines[1:]


def _cards(rules: Rules, wager: str) -> CardSlots:
    return rules.game.hands[rules.tables[wager].cards or rules.wagers[wager].on]


def rules(rules: Rules) -> Pages:
    game = rules.game
    lines = ["Bets"]
    for spot in rules.spots.values():
        terms = describe.spot_terms(game, spot)
        if not spot.multiples:
            least, most = rules.limits(spot)
            sizes = format_short(least) + (f" to {format_short(most)}" if most > least else "")
            terms += f", here {sizes}"
        lines.append(_cited(Line(f"  {spot.name}: {terms}", (spot.clause,))))
    lines += ["", "Play"]
    lines += [f"  {n}. {_cited(describe.step_line(game, s))}" for n, s in enumerate(game.play, 1)]
    lines += ["", "Wagers"]
    for wager in rules.wagers.values():
        terms = f"  {rules.label(wager)}: {describe.wager_terms(game, wager)}"
        lines.append(_cited(Line(terms, (wager.clause,))))
    lines += ["", "Rulings where the documents are silent"]
    lines += [f"  {r.id}: {r.question} {r.ruling}" for r in register.rulings_of(game).values()]
    return f"How {game.name} goes", lines


def _cited(line: Line) -> str:
    return f"{line.text.removesuffix('.')} ({', '.join(line.clauses)})."


def clause(game: Game, text: str) -> Pages:
    """A clause or ruling, or advice on what to ask for."""
    try:
        if ruling := register.rulings().get(text.strip().upper()):
            return f"Ruling {ruling.id}", [ruling.question, ruling.ruling]
        entry = register.find_clause(text, game)
    except PitbossError as error:
        return "No such clause", [f"{error}."]
    lines = [entry.says]
    lines += [f"{under.id}: {under.says}" for under in register.children(entry.id)]
    lines += [f"Ruling {r.id}: {r.question} {r.ruling}" for r in register.rulings_on(entry)]
    return entry.id, lines
