"""What the golden rounds must tell in each game and each way of dealing.

An item is recognized by what a round does, not by a label that its file carries. What only a house
knows (assignments by shift, the log's lines for refusals) is no act at a table and has tests of its
own in `tests/house`, `tests/web` and `tests/browser`.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from notation import tells as t
from notation.acts import AUTOMATED, HAND, MANUAL, RESHUFFLING
from pitboss.rulebook.model import Game
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.refusals import Reason


class Where(NamedTuple):
    """The games and ways of dealing in which an item has a meaning, and why not in the others."""

    fits: Callable[[Game, str], bool]
    otherwise: str


class Item(NamedTuple):
    name: str
    tells: t.Tells
    where: Where


# A shoe that reshuffles by itself differs from another automated shoe only in what is about it.
EVERY_METHOD = Where(lambda game, method: method != RESHUFFLING, "as with any automated shoe")
EVERY_DEVICE = Where(lambda game, method: True, "")
PROGRESSIVE = Where(
    lambda game, method: game.progressive is not None and method != RESHUFFLING,
    "the document has no progressive wager, and no award that a floorperson validates",
)
BOXED = Where(
    lambda game, method: bool(game.box) and method != RESHUFFLING, "the game has no Six Card box"
)
COMMUNITY = Where(
    lambda game, method: bool(game.community) and method != RESHUFFLING,
    "the game has no community cards",
)
DRAWS = Where(lambda game, method: game.draws and method != RESHUFFLING, "the game has no draw")
STREETS = Where(
    lambda game, method: bool(game.grounds) and method != RESHUFFLING,
    "no hand is folded after the stub was put away",
)
SHOE = Where(
    lambda game, method: method in (AUTOMATED, RESHUFFLING),
    "no device deals the cards; that its report is refused is an item of its own",
)
NO_SHOE = Where(lambda game, method: method in (MANUAL, HAND), "a device deals the cards")
READER = Where(
    lambda game, method: method in (MANUAL, AUTOMATED),
    "no device reads cards dealt from the hand; that it is refused is an item of its own",
)
NO_READER = Where(lambda game, method: method == HAND, "a shoe may read the cards")
ONE_DEVICE = Where(lambda game, method: method == RESHUFFLING, "shoe and shuffler are two")
GROUNDS = Where(
    lambda game, method: bool(game.grounds) and method != RESHUFFLING,
    "the document names no ground; a breach is noted instead (ruling G31)",
)
NO_GROUNDS = Where(
    lambda game, method: not game.grounds and method != RESHUFFLING,
    "the document names grounds, by which the wagers are forfeited",
)
BOXES = Where(
    lambda game, method: game.boxes != 1 and method != RESHUFFLING,
    "the document allows one box for each player",
)
ONCE = Where(lambda game, method: method == AUTOMATED, "no amount depends on the way of dealing")


ITEMS: Final = (
    # Cards as they lie
    Item("cards are dealt face down", t.dealt_face_down, EVERY_METHOD),
    Item("faces are refused at the deal", t.refused(Reason.READ_TOO_SOON), EVERY_METHOD),
    Item("cards are named as they are turned up", t.turned_when_named, COMMUNITY),
    Item("replacements come face down", t.drawn_face_down, DRAWS),
    Item("discards are given by number", t.discards_by_number, DRAWS),
    Item("hands are read one by one", t.hand_by_hand, EVERY_METHOD),
    Item(
        "a hand out of its turn is refused",
        t.refused(Reason.NOT_YOUR_TURN, c.ShowHand),
        EVERY_METHOD,
    ),
    Item("an unread hand is not settled", t.refused(Reason.HAND_FACE_DOWN, c.Settle), EVERY_METHOD),
    Item("a hand is named again before it is settled", t.hand_read_again, EVERY_METHOD),
    Item("an exposed card is named", t.exposed_named, EVERY_METHOD),
    Item("a card that lies elsewhere", t.refused(Reason.CARD_LIES_ELSEWHERE), EVERY_METHOD),
    Item("a shoe reads the cards", t.read_by_the_shoe, READER),
    Item("no device reads at this table", t.reader_refused, NO_READER),
    Item("the rack at the end of a round", t.rack_in_order, EVERY_METHOD),
    Item("jammed cards lie in no rack", t.jam_empties_the_rack, EVERY_DEVICE),
    Item("a jam leaves the other deck in the rack", t.jam_of_the_other_deck, EVERY_METHOD),
    Item("a round ends beside a broken shuffler", t.rack_beside_broken_shuffler, EVERY_METHOD),
    Item("a failed shoe's cards lie in no rack", t.failed_shoe_leaves_no_rack, SHOE),
    Item("a folded hand lies on the stub", t.folded_above_the_stub, STREETS),
    # Decks
    Item("the house's own cards are one deck", t.one_own_deck, EVERY_METHOD),
    Item("each of two decks is inspected", t.deck_by_deck("inspect"), EVERY_METHOD),
    Item("each of two decks is spread", t.deck_by_deck("spread"), EVERY_METHOD),
    Item("each of two decks is washed", t.deck_by_deck("wash"), EVERY_METHOD),
    Item("the other deck is loaded", t.event(e.DeckLoaded), EVERY_METHOD),
    Item("the other deck is shuffled in the round", t.stored_in_the_round, EVERY_METHOD),
    Item("no round follows without the other deck", t.not_stored, EVERY_METHOD),
    Item("one deck at a time in the rack", t.refused(Reason.OTHER_DECK_IN_RACK), EVERY_METHOD),
    Item("each removed deck is named", t.both_removed, EVERY_METHOD),
    Item("a defective deck", t.reasoned(e.DeckDefective, "taken_by"), EVERY_METHOD),
    Item("prepared cards carry their origin", t.prepared, EVERY_METHOD),
    Item("prepared cards without an origin", t.refused(Reason.NO_PREPARER), EVERY_METHOD),
    Item("a deck past its hours", t.overdue, EVERY_METHOD),
    Item(
        "an idle table is opened anew",
        t.event(e.DutyDone, duty="view", leads_to="received"),
        EVERY_METHOD,
    ),
    # Players without a screen
    Item("the dealer seats a patron", t.entered(e.Seated), EVERY_METHOD),
    Item("chips prove themselves", t.event(e.BoughtIn, kind="chips"), EVERY_METHOD),
    Item("the dealer enters wagers", t.entered(e.WagerPlaced), EVERY_METHOD),
    Item("the dealer enters choices", t.entered(e.Decided), EVERY_METHOD),
    Item("the dealer enters discards", t.entered(e.Discarded), DRAWS),
    Item("an entry is retracted", t.event(e.EntryRetracted), EVERY_METHOD),
    Item("a player with a device keeps it", t.refused(Reason.NOT_BY_HAND), EVERY_METHOD),
    Item("neither undoes the other", t.refused(Reason.ENTERED_BY_OTHER), EVERY_METHOD),
    Item("every seat bets as last", t.in_bulk("every seat bets as last"), EVERY_METHOD),
    Item("the rest go on", t.in_bulk("the rest (let|bet|raise)"), EVERY_METHOD),
    Item("the rest decline", t.in_bulk("the rest (check|fold|withdraw)"), EVERY_METHOD),
    Item("a list stops at a player's own device", t.bulk_stops, EVERY_METHOD),
    # Prompts
    Item("the load of the other deck is prompted", t.prompted("load"), EVERY_METHOD),
    Item("its shuffle in the round is prompted", t.prompted("store"), EVERY_METHOD),
    Item("the later announcements are prompted", t.prompted_in_the_round, DRAWS),
    Item("a deck past its hours is prompted", t.prompted_past_its_hours, EVERY_METHOD),
    Item("an empty table is prompted", t.prompted("idle"), EVERY_METHOD),
    # A record that is true
    Item("a blank count of chips", t.refused(Reason.COUNT_MISSING, c.NoMoreBets), PROGRESSIVE),
    Item("chips are counted", t.event(e.ChipsCounted), PROGRESSIVE),
    Item("a wager removed without one", t.refused(Reason.NO_REASON, c.RemoveWager), PROGRESSIVE),
    Item("a removed wager has a reason", t.reasoned(e.WagerRemoved, "reason"), PROGRESSIVE),
    Item("a blank count of the device", t.blank_device_count, EVERY_DEVICE),
    Item("a wrong count of the device", t.device_wrong, EVERY_DEVICE),
    Item("the device's count excuses the stub", t.device_excuses, EVERY_DEVICE),
    Item("the stub is counted", t.event(e.StubCounted), EVERY_METHOD),
    Item("the stub is counted once and never late", t.stub_late, EVERY_METHOD),
    Item("a count finds a misdeal", t.misdealt, EVERY_METHOD),
    Item("a count finds cards at an empty seat", t.misdealt_at_empty_seat, EVERY_METHOD),
    Item("a count finds the deck short", t.deck_short, EVERY_METHOD),
    Item("a directed shuffle has a reason", t.reasoned(e.ShuffleDirected, "reason"), EVERY_DEVICE),
    Item(
        "a directed shuffle without one", t.refused(Reason.NO_REASON, c.DirectShuffle), EVERY_METHOD
    ),
    Item("the dealer does the directed shuffle", t.directed_then_shuffled, EVERY_DEVICE),
    Item("a recut has a reason", t.reasoned(e.DutyDone, "reason", duty="recut"), EVERY_METHOD),
    Item("an abandonment has a reason", t.reasoned(e.SeatDropped, "reason"), EVERY_METHOD),
    Item("an abandonment without one", t.refused(Reason.NO_REASON, c.Abandon), EVERY_METHOD),
    Item("abandoning takes the player", t.all_boxes, BOXES),
    Item("a second person confirms", t.reasoned(e.SeatDropped, "asked"), EVERY_METHOD),
    Item("no second person, no confiscation", t.refused(Reason.SECOND_PERSON), EVERY_METHOD),
    Item("a breach is noted", t.reasoned(e.BreachNoted, "ground"), NO_GROUNDS),
    Item("a forfeit by MS 11.A(2)", t.event(e.SeatDropped, ground="MS 11.A(2)"), GROUNDS),
    Item("a forfeit by MS 11.A(3)", t.event(e.SeatDropped, ground="MS 11.A(3)"), GROUNDS),
    Item("a forfeit by MS 11.A(4)", t.event(e.SeatDropped, ground="MS 11.A(4)"), GROUNDS),
    Item("a ground past its time", t.ground_past_its_time, GROUNDS),
    Item("later announcements", t.reasoned(e.BetsClosed, "stage"), DRAWS),
    Item("a late wager is refused", t.refused(Reason.WAGERS_CLOSED, c.Bet), EVERY_METHOD),
    Item("a wrong role is refused", t.refused(Reason.NOT_YOUR_ROLE), EVERY_METHOD),
    # Things that go wrong
    Item("a misdeal found before the last card", t.by_the_dealer_alone, EVERY_METHOD),
    Item("a misdeal found at settlement", t.upheld_at_settlement, EVERY_METHOD),
    Item("a report is overruled", t.reasoned(e.ReportOverruled, "reason"), EVERY_METHOD),
    Item("a misdeal at a seat without a wager", t.at_empty_seat, EVERY_METHOD),
    Item("a misdeal at an undealt box", t.at_undealt_box, BOXED),
    Item("a misdeal while an award waits", t.while_award_waits, PROGRESSIVE),
    Item("a validation counts wrong", t.validation_counts_wrong, PROGRESSIVE),
    Item("a misdeal after a full award", t.after_full_award, PROGRESSIVE),
    Item("a folded hand in the rack", t.refused(Reason.IN_THE_RACK), DRAWS),
    Item("a card that cannot be there", t.foreign, EVERY_METHOD),
    Item("nobody is left", t.nobody_left, EVERY_METHOD),
    Item("the round cannot be dealt", t.event(e.RoundVoided, clause="G53"), EVERY_METHOD),
    Item("the shoe fails before the first card", t.fails_before_first_card, SHOE),
    Item("the shoe fails in the deal", t.fails_in_the_deal, SHOE),
    Item("no shoe to fail", t.shoe_unknown, NO_SHOE),
    Item("a shuffler fails in a round that goes on", t.shuffler_goes_on, EVERY_METHOD),
    Item("one device fails as both", t.one_device_fails, ONE_DEVICE),
    Item("winnings are limited", t.limits, ONCE),
    # Awards
    Item("an award waits", t.event(e.AwardPending), PROGRESSIVE),
    Item(
        "a validation asks for the cards",
        t.refused(Reason.COUNT_MISSING, c.ValidateAward),
        PROGRESSIVE,
    ),
    Item("an award is refused", t.reasoned(e.AwardRefused, "reason"), PROGRESSIVE),
    Item("dealer and floorperson read the hand", t.event(e.HandRead), PROGRESSIVE),
    Item("an award is validated and paid", t.event(e.MeterPaid), PROGRESSIVE),
    Item("a full award has its slip", t.event(e.SlipOpened), PROGRESSIVE),
    Item("cards wait for the papers", t.refused(Reason.PAPERS_WAIT), PROGRESSIVE),
    Item("the papers are complete", t.event(e.PapersCompleted), PROGRESSIVE),
)
