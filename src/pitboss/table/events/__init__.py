"""What has happened at a table: frozen nouns in the past tense. State is the fold of these.

Money moves only by the postings of an event (postings.py); every payment says hand, odds, clause
and rules.
"""

from pitboss.table.events.base import Event as Event
from pitboss.table.events.settlement import *
from pitboss.table.events.table import *

ALL_EVENTS = (
    *(TableOpened, CardsReceived, DutyDone, DeckDefective, ShuffleDirected, DeckLoaded),
    *(CardsShuffled, CardsCut, DeckRemoved),
    *(DeviceReported, MethodChanged, Seated, SeatLeft, BoughtIn, Filled, WagerPlaced, BetsClosed),
    *(StakeCollected, ChipsCounted, WagerRemoved, CardDealt, CardSetAside, DrawnInError),
    *(CardsRevealed, StubCounted, Decided, Discarded, SeatDropped, SettlementBegun, MetersRead),
    *(MeterFed, HandShown, Lost, Paid, AwardPending, AwardValidated, MeterPaid, MeterReset),
    *(EnvyPaid, SeatSettled, RoundEnded, RoundVoided, StakeReturned, CardExposed, BreachNoted),
    *(Corrected, AwardRefused, SeatReopened, HandRead, SlipOpened, PapersCompleted, PaymentUndone),
    *(ReportMade, ReportOverruled, HandPlaySet, EntryRetracted, BuyInRetracted),
)
