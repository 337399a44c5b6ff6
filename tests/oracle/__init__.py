"""An independent settlement oracle: what a round pays, from the documents and rulings alone.

It imports nothing of the product, recognises hands by looking (`hands`), and pays by the second
reader's tables (`tests/data/second_reading.tsv`). Where the engine and the oracle differ, one of
them has misread a clause.

    settle(game, house, seats, community, box, meters) -> dict

game       '235-stud', 'double-draw', 'let-it-ride', 'mississippi-stud'.
house      'letters'             {wager: letter}; a wager that is missing has table A, but no
                                 'progressive' here means that none is offered: no envy either
           'ace_low_three_card'  default True; ignored in Let It Ride (.06D(3))
           'ace_low_two_card'    default True
           'rates'               {meter: Fraction}, of the progressive stake
           'resets'              {meter: cents}
           'payout_limit'        cents; absent or None means the default of G13 (235, Mississippi:
                                 the ceiling, from 'table_minimum' and 'winem_all_minimum', which
                                 count only where given) or of G14 (the other two: none)
           Meters are called 'meter', or 'mega', 'major', 'minor', as in the tables.
seats      one dict for each seat that was dealt to, in any order:
           'seat' number · 'player' name (one player may have two boxes) · 'hole' cards as dealt
           (235: slots 0 and 1 are the first two, slot 2 the 3rd card; Double Draw: the final five)
           'stakes' {spot: cents} as they stood at the end or at the fold, with those collected at
           no more bets · and, if so, 'withdrawn': [spots] (ignored altogether: that money is back
           already), 'folded', 'abandoned', 'forfeited': True.
           Precedence: abandoned, then forfeited, then folded. 'dropped_after': [seats settled
           before this one was abandoned or forfeited].
community  in the order dealt; [] for Double Draw.  box: the Six Card box, [] if none.
meters     {meter: cents, int or Fraction} before the round's contributions.

Returned:
'payments'  `Payment`s in settlement order: seats from the dealer's right (highest number first;
            Double Draw lowest first), spots by G15, then the envy that this seat's hand gives, to
            the receivers in settlement order. Every staked spot has one, lost ones too (row
            'loses', 'folded', 'abandoned', 'forfeited', listed at the seat's turn, although the
            chips of a fold go at once). `returned` is 0 for a collected stake.
'meters'    after the round, exact. A full award leaves the sub-cent remainder and the reset amount.
'limit_cut' {seat: cents} that the payout limit took, only where it did.
'seeded'    {meter: cents} put in by resets.

Money of the round: a player's seat receives the sum of `returned + won` of its payments, and the
house keeps the stakes that are neither returned nor withdrawn. `source` says who pays `won`.
"""

from .settlement import Payment, payout_limit, settle

__all__ = ["Payment", "payout_limit", "settle"]
