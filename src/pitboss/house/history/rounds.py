"""Finished rounds from the log, for their players and for auditors: record, text, replay, proof."""

from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import UNSET

from pitboss.cards import Card, card_name
from pitboss.errors import PitbossError
from pitboss.house.edition import edition_start
from pitboss.house.fairness import rederive, seed_hash
from pitboss.house.history.payments import judge_payments
from pitboss.house.live_table import freeze, same_state, thaw
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import (
    of_round,
    round_clauses,
    round_seats,
    rounds,
    seeds,
    tables,
)
from pitboss.house.writing.memory import NoSuchTable
from pitboss.money import signed
from pitboss.notation.command_writer import say
from pitboss.notation.header import write_house_lines, write_rules_line
from pitboss.notation.replay import Replay, Script, replay
from pitboss.notation.start_lines import write_given_lines
from pitboss.rulebook import MARK
from pitboss.rulebook.choices import Choices, rulebook_of
from pitboss.rulebook.own.writing import write_rules
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import decide, fold, start
from pitboss.table.irregular import CORRECTION_RULING
from pitboss.table.refusals import Refusal
from pitboss.table.state import Table


class NoSuchRound(PitbossError):
    """A round that is not over, does not exist, or is not this person's to see."""

    status = 404


def current_commitment(house: House, table_id: str) -> dict[str, Any]:
    live = house.live(table_id)
    with house.store.read() as tx:
        query = sa.select(seeds.c.commitment).where(of_round(seeds, table_id, live.table.round))
        return {"round": live.table.round, "commitment": tx.execute(query).scalar()}


def recent_rounds(
    house: House, player: str | None, table: str | None, limit: int
) -> list[dict[str, Any]]:
    columns = (
        rounds.c.stream.label("table"),
        *(rounds.c[name] for name in ("round", "began", "ended", "outcome")),
    )
    query = sa.select(*columns).order_by(rounds.c.ended.desc()).limit(limit)
    if player is not None:
        query = query.where(took_part(player))
    if table is not None:
        query = query.where(rounds.c.stream == table)
    with house.store.read() as tx:
        return [row._asdict() for row in tx.execute(query)]


def took_part(player: str) -> sa.ColumnElement[bool]:
    """Restricts rounds to those in which the player wagered."""
    same = of_round(round_seats, rounds.c.stream, rounds.c.round)
    return sa.select(round_seats.c.seat).where(same, round_seats.c.player == player).exists()


def _round_row(tx: sa.Connection, table_id: str, number: int, player: str | None) -> Any:
    query = sa.select(rounds).where(of_round(rounds, table_id, number))
    if player is not None:
        query = query.where(took_part(player))
    row = tx.execute(query).first()
    revealed = sa.select(seeds.c.revealed).where(of_round(seeds, table_id, number))
    if row is None or tx.execute(revealed).scalar() is None:
        # A round voided before its first card is shown once the deck it left has been played.
        raise NoSuchRound(f"you have no finished round {number} at table {table_id}")
    return row


def round_record(house: House, table_id: str, number: int, player: str | None) -> dict[str, Any]:
    """Everything about a finished round; nothing in it is secret any more."""
    with house.store.read() as tx:
        row = _round_row(tx, table_id, number, player)
        entries = []
        for entry in log.read_round(tx, table_id, number):
            body = log.open_body(house.keys, entry)
            entries.append(
                {
                    "seq": entry.seq,
                    "at": entry.at,
                    "by": {"role": entry.by_role, "name": entry.by_name},
                    "kind": entry.kind,
                    "command": msgspec.to_builtins(body.command),
                    "events": msgspec.to_builtins(body.events),
                    "hash": entry.hash.hex(),
                }
            )
        seed = tx.execute(sa.select(seeds).where(of_round(seeds, table_id, number))).one()
        seats = tx.execute(sa.select(round_seats).where(of_round(round_seats, table_id, number)))
        return {
            "table": table_id,
            "round": number,
            **_rules_record(tx, table_id),
            "began": row.began,
            "ended": row.ended,
            "outcome": row.outcome,
            "seats": [dict(seat._mapping) for seat in seats],
            "seed": {
                "commitment": seed.commitment,
                "revealed": seed.revealed.hex() if seed.revealed else None,
                "player_seeds": msgspec.json.decode(seed.player_seeds),
                "shuffles": seed.shuffles,
            },
            "entries": entries,
            "corrections": _corrections(house, tx, table_id, number),
        }


def _rules_record(tx: sa.Connection, table_id: str) -> dict[str, str]:
    """The fingerprint of a table's rules; of own rules also the mark and a file to replay with."""
    stored = tx.execute(sa.select(tables.c.choices).where(tables.c.id == table_id)).scalar_one()
    rules = Rules(msgspec.json.decode(stored, type=Choices))
    record = {"game": rules.game.key, "rules": rules.fingerprint}
    if not rules.is_own:
        return record
    return record | {"mark": MARK, "rules_file": own_rules_file(rules)}


def own_rules_file(rules: Rules) -> str:
    """The rules file by which a round under own rules is replayed elsewhere."""
    own = rules.choices.own
    return "" if own is UNSET else write_rules(own.game, own.tables, rules.game.key)


def _corrections(
    house: House, tx: sa.Connection, table_id: str, number: int
) -> list[dict[str, Any]]:
    """Later payments and takings for this round, found in the rounds in which they were made."""
    clauses = round_clauses.c
    marked = sa.select(clauses.round).where(
        clauses.stream == table_id, clauses.clause == CORRECTION_RULING, clauses.round > number
    )
    last = sa.select(sa.func.max(rounds.c.round)).where(rounds.c.stream == table_id)
    later = [*tx.execute(marked.order_by(clauses.round)).scalars()]
    results: list[dict[str, Any]] = []
    for place in (*later, (tx.execute(last).scalar() or 0) + 1):
        for entry in log.read_round(tx, table_id, place):
            events = log.open_body(house.keys, entry).events if entry.kind == "Correct" else ()
            for event in events:
                if isinstance(event, e.Corrected) and event.round == number:
                    results.append({"seq": entry.seq, **msgspec.to_builtins(event)})
    return results


def corrections(house: House, table_id: str, number: int) -> list[dict[str, Any]]:
    with house.store.read() as tx:
        return _corrections(house, tx, table_id, number)


class RoundEntry(NamedTuple):
    """An entry of a round with the state before it."""

    before: Table
    entry: log.Entry
    body: log.Body


def rebuild(house: House, table_id: str, number: int) -> list[RoundEntry]:
    """A round's entries, finished or not, folded from the state that the last round left."""
    rules = house.live(table_id).table.rules
    with house.store.read() as tx:
        table = start(rules)
        if number > 1:
            last = sa.select(rounds.c.after).where(of_round(rounds, table_id, number - 1))
            state = tx.execute(last).scalar()
            if state is None:
                return []
            table = thaw(rules, house.keys.unseal(state, f"{table_id} after {number - 1}"))
        entries: list[RoundEntry] = []
        for entry in log.read_round(tx, table_id, number):
            body = log.open_body(house.keys, entry)
            entries.append(RoundEntry(table, entry, body))
            table = fold(table, body.events)
        return entries


def rebuild_finished(house: House, table_id: str, number: int) -> list[RoundEntry]:
    """A finished round's entries; refuses a round whose cards are still secret."""
    with house.store.read() as tx:
        _round_row(tx, table_id, number, None)
    return rebuild(house, table_id, number)


def as_text(house: House, table_id: str, number: int, player: str | None) -> str:
    """The round in `.round` notation, which replays to the same end by itself."""
    with house.store.read() as tx:
        _round_row(tx, table_id, number, player)
        results = _corrections(house, tx, table_id, number)
    later = [
        f"# Corrected later, entry {one['seq']}: seat {one['seat']} {one['spot']} "
        f"{signed(one['cents'])}, {one['reason']} ({one['clause']})\n"
        for one in results
    ]
    return _replay(house, table_id, number).text + "".join(later)


def _replay(house: House, table_id: str, number: int) -> Replay:
    """Runs the round's commands again; a round of an earlier edition is told from its events."""
    steps = [
        step for step in rebuild_finished(house, table_id, number) if step[2].command is not None
    ]
    first = steps[0][0]
    earlier = steps[0].entry.seq < _edition_start(house, table_id)
    zero = min(body.command.at for _, _, body in steps if body.command is not None)
    filled = any(isinstance(body.command, c.Fill) for _, _, body in steps)
    lines = [
        f"# Table {table_id}, round {number}.",
        *(
            ("# Of an earlier edition of the rules: told from the log, not decided again.",)
            * earlier
        ),
        write_rules_line(first.rules.choices),
        *write_house_lines(first.rules.choices),
        *write_given_lines(first, zero, inventory=filled),
        "",
    ]
    clock, script = 0, Script(first.rules.choices)
    script.table = first
    for table, _, body in steps:
        assert body.command is not None
        if body.command.at - zero != clock:
            clock = body.command.at - zero
            lines.append(f"> at {clock // 3600}:{clock // 60 % 60:02d}:{clock % 60:02d}")
        lines.append(f"> {say(table, body.command)}")
        if earlier:
            lines += script.happened(fold(table, body.events), body.events)
    text = "\n".join(lines) + "\n"
    if earlier:
        return Replay(text, script.table, [], script.events, [])
    return replay(text, rulebook_of(first.rules.choices))


def _edition_start(house: House, table_id: str) -> int:
    with house.store.read() as tx:
        return edition_start(tx, house.keys, table_id)


def differences(house: House, table_id: str, number: int) -> list[str]:
    """Replays a finished round from its log and from its text; returns every difference.

    Entries of an earlier edition are folded and judged by the paytable, not decided again.
    """
    faults: list[str] = []
    steps, first = rebuild_finished(house, table_id, number), _edition_start(house, table_id)
    for table, entry, body in steps:
        if body.command is None:
            continue
        if entry.seq < first:
            judged = judge_payments(table, body.events)
            faults += [f"entry {entry.seq} ({entry.kind}): {fault}" for fault in judged]
            continue
        answer = decide(table, body.command)
        if isinstance(answer, Refusal):
            faults.append(f"entry {entry.seq} ({entry.kind}): the rules refuse it now: {answer}")
        elif answer != body.events:
            faults.append(f"entry {entry.seq} ({entry.kind}): other events than in the log")
    table = fold(steps[-1][0], steps[-1][2].events)
    replayed = _replay(house, table_id, number)
    for player in {
        seat.player for state in (table, replayed.table) for seat in state.seats.values()
    }:
        chips, again = table.chips(player), replayed.table.chips(player)
        if chips != again:
            faults.append(f"{player} has {chips} cents in the log, {again} in the replay")
    if table.meters != replayed.table.meters:
        faults.append(f"meters: {table.meters} in the log, {replayed.table.meters} in the replay")
    if replayed.refusals:
        faults.append(f"the text is refused: {replayed.refusals[0]}")
    with house.store.read() as tx:
        left = sa.select(rounds.c.after).where(of_round(rounds, table_id, number))
        stored = house.keys.unseal(tx.execute(left).scalar_one(), f"{table_id} after {number}")
    if not same_state(stored, freeze(table)):
        faults.append("the state after the round is not the one that was stored")
    return faults


def verify(house: House, table_id: str, number: int, player: str | None = None) -> dict[str, Any]:
    """Checks that a finished round's seed matches its commitment and reproduces its decks."""
    with house.store.read() as tx:
        _round_row(tx, table_id, number, player)
        row = tx.execute(sa.select(seeds).where(of_round(seeds, table_id, number))).one()
        mixed = msgspec.json.decode(row.player_seeds, type=list[str])
        decks = [
            list(order)
            for entry in log.read_round(tx, table_id, number)
            if (order := log.deck_order(log.open_body(house.keys, entry).command))
        ]
    return {
        "commitment": row.commitment,
        "seed": row.revealed.hex(),
        "player_seeds": mixed,
        "answers": seed_hash(row.revealed) == row.commitment,
        "shuffles": [
            deck == rederive(row.revealed, place, mixed, len(deck))
            for place, deck in enumerate(decks, 1)
        ],
        # From the top; a card's number is its place in the unshuffled deck.
        "decks": [[card_name(Card(card)) for card in deck] for deck in decks],
        "unshuffled": [card_name(Card(card)) for card in range(len(decks[0]) if decks else 0)],
    }


def finished_rounds(house: House, table_id: str) -> list[int]:
    """The numbers of the table's rounds that can be shown, from the first."""
    table = sa.select(tables.c.id).where(tables.c.id == table_id)
    query = (
        sa.select(rounds.c.round)
        .join(seeds, of_round(seeds, rounds.c.stream, rounds.c.round))
        .where(rounds.c.stream == table_id, seeds.c.revealed.is_not(None))
        .order_by(rounds.c.round)
    )
    with house.store.read() as tx:
        if tx.execute(table).first() is None:
            raise NoSuchTable(f"there is no table {table_id!r}")
        return [row.round for row in tx.execute(query)]
