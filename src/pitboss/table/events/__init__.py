"""What has happened at a table: frozen nouns in the past tense. State is the fold of these.

Money moves only by the postings of an event (postings.py); every payment says hand, odds, clause
and rules.
"""

from pitboss.table.events.base import Event as Event
from pitboss.table.events.settlement import (
    AwardPending as AwardPending,
)
from pitboss.table.events.settlement import (
    AwardRefused as AwardRefused,
)
from pitboss.table.events.settlement import (
    AwardValidated as AwardValidated,
)
from pitboss.table.events.settlement import (
    Corrected as Corrected,
)
from pitboss.table.events.settlement import (
    EnvyPaid as EnvyPaid,
)
from pitboss.table.events.settlement import (
    HandRead as HandRead,
)
from pitboss.table.events.settlement import (
    HandShown as HandShown,
)
from pitboss.table.events.settlement import (
    Lost as Lost,
)
from pitboss.table.events.settlement import (
    MeterFed as MeterFed,
)
from pitboss.table.events.settlement import (
    MeterPaid as MeterPaid,
)
from pitboss.table.events.settlement import (
    MeterReset as MeterReset,
)
from pitboss.table.events.settlement import (
    MetersRead as MetersRead,
)
from pitboss.table.events.settlement import (
    Paid as Paid,
)
from pitboss.table.events.settlement import (
    PapersCompleted as PapersCompleted,
)
from pitboss.table.events.settlement import (
    Payment as Payment,
)
from pitboss.table.events.settlement import (
    PaymentUndone as PaymentUndone,
)
from pitboss.table.events.settlement import (
    ReportMade as ReportMade,
)
from pitboss.table.events.settlement import (
    ReportOverruled as ReportOverruled,
)
from pitboss.table.events.settlement import (
    RoundEnded as RoundEnded,
)
from pitboss.table.events.settlement import (
    RoundVoided as RoundVoided,
)
from pitboss.table.events.settlement import (
    SeatReopened as SeatReopened,
)
from pitboss.table.events.settlement import (
    SeatSettled as SeatSettled,
)
from pitboss.table.events.settlement import (
    SettlementBegun as SettlementBegun,
)
from pitboss.table.events.settlement import (
    SlipOpened as SlipOpened,
)
from pitboss.table.events.settlement import (
    StakeReturned as StakeReturned,
)
from pitboss.table.events.table import (
    BetsClosed as BetsClosed,
)
from pitboss.table.events.table import (
    BoughtIn as BoughtIn,
)
from pitboss.table.events.table import (
    BreachNoted as BreachNoted,
)
from pitboss.table.events.table import (
    BuyInRetracted as BuyInRetracted,
)
from pitboss.table.events.table import (
    CardDealt as CardDealt,
)
from pitboss.table.events.table import (
    CardExposed as CardExposed,
)
from pitboss.table.events.table import (
    CardsCut as CardsCut,
)
from pitboss.table.events.table import (
    CardSetAside as CardSetAside,
)
from pitboss.table.events.table import (
    CardsReceived as CardsReceived,
)
from pitboss.table.events.table import (
    CardsRevealed as CardsRevealed,
)
from pitboss.table.events.table import (
    CardsShuffled as CardsShuffled,
)
from pitboss.table.events.table import (
    ChipsCounted as ChipsCounted,
)
from pitboss.table.events.table import (
    Condition as Condition,
)
from pitboss.table.events.table import (
    Decided as Decided,
)
from pitboss.table.events.table import (
    DeckDefective as DeckDefective,
)
from pitboss.table.events.table import (
    DeckLoaded as DeckLoaded,
)
from pitboss.table.events.table import (
    DeckRemoved as DeckRemoved,
)
from pitboss.table.events.table import (
    DeviceReported as DeviceReported,
)
from pitboss.table.events.table import (
    Discarded as Discarded,
)
from pitboss.table.events.table import (
    DrawnInError as DrawnInError,
)
from pitboss.table.events.table import (
    DutyDone as DutyDone,
)
from pitboss.table.events.table import (
    EntryRetracted as EntryRetracted,
)
from pitboss.table.events.table import (
    Filled as Filled,
)
from pitboss.table.events.table import (
    HandPlaySet as HandPlaySet,
)
from pitboss.table.events.table import (
    MethodChanged as MethodChanged,
)
from pitboss.table.events.table import (
    SeatDropped as SeatDropped,
)
from pitboss.table.events.table import (
    Seated as Seated,
)
from pitboss.table.events.table import (
    SeatLeft as SeatLeft,
)
from pitboss.table.events.table import (
    ShuffleDirected as ShuffleDirected,
)
from pitboss.table.events.table import (
    StakeCollected as StakeCollected,
)
from pitboss.table.events.table import (
    StubCounted as StubCounted,
)
from pitboss.table.events.table import (
    TableOpened as TableOpened,
)
from pitboss.table.events.table import (
    WagerPlaced as WagerPlaced,
)
from pitboss.table.events.table import (
    WagerRemoved as WagerRemoved,
)

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
