"""Where each deck lies between rounds, from the events alone: it shares no code with the fold."""

from pitboss.rulebook.rules import Rules
from pitboss.table import events as e

RACK, ELSEWHERE = "rack", "elsewhere"
SHUFFLER = "shuffler"  # or about to go through it again


class Decks:
    """Fed with every event."""

    def __init__(self, rules: Rules) -> None:
        self.shoe_jam = rules.game.cite("shoe-jam")
        choices = rules.choices
        both = choices.device_reshuffles and choices.method == "automated-shoe"  # ruling G53
        self.shufflers = ("shuffler", "shoe") if both else ("shuffler",)
        self.places: dict[int, str] = {}
        self.ready: set[int] = set()  # shuffled, and not played since
        self.played: int | None = None  # in the round

    @property
    def racked(self) -> bool:
        """Whether a whole deck lies in the rack."""
        return self.played is None and RACK in self.places.values()

    def feed(self, event: e.Event) -> None:
        match event:
            case e.CardsReceived():
                self.places = dict.fromkeys(range(event.decks), ELSEWHERE)
                self.ready = {0} if event.prepared else set()
            case e.CardsShuffled():
                self.ready.add(event.deck)
                self.places[event.deck] = ELSEWHERE if self.played is None else SHUFFLER
            case e.DeckLoaded():
                self.places[event.deck] = SHUFFLER
            case e.CardDealt() | e.CardSetAside() if self.played is None:
                (self.played,) = self.ready
                self.ready = set()
                self.clear_rack()
            case e.RoundEnded() | e.RoundVoided():
                self.end(getattr(event, "clause", ""))
            case e.DeviceReported(device="shuffler", condition="jammed"):
                self.jam()
            case e.DeviceReported(condition="out of order") if event.device in self.shufflers:
                self.empty_shuffler()
            case e.ShuffleDirected():
                self.unshuffle()
            case e.DutyDone(duty="idle" | "idle-up" | "close"):
                self.ready = set()
                self.clear_rack()
            case e.DeckRemoved():
                self.places.pop(event.deck, None)
                self.ready = set()

    def clear_rack(self) -> None:
        for deck, place in self.places.items():
            self.places[deck] = ELSEWHERE if place == RACK else place

    def unshuffle(self) -> None:
        self.places.update(dict.fromkeys(self.ready, SHUFFLER))
        self.ready = set()

    def end(self, clause: str) -> None:
        if self.played is None:
            if clause == self.shoe_jam:
                self.unshuffle()
            return
        if self.played in self.places:
            self.places[self.played] = ELSEWHERE if clause == self.shoe_jam else RACK
        self.played = None

    def jam(self) -> None:
        if not self.ready and SHUFFLER not in self.places.values():
            self.clear_rack()  # the finished round was being shuffled
        self.unshuffle()

    def empty_shuffler(self) -> None:
        if self.played is not None:
            inside = [deck for deck, place in self.places.items() if place == SHUFFLER]
            self.ready -= set(inside)
            self.places.update(dict.fromkeys(inside, ELSEWHERE))
