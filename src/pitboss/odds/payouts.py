"""Payouts in cents: the one place where odds, sums and shares of meters become money."""

from collections.abc import Mapping

from pitboss.rulebook.paytable import Fixed, For, Pays, Push, Share, To


def award(pays: Pays | None, stake: int, meters: Mapping[str, int]) -> int:
    """The amount paid for a stake that was collected (rulings G1, G2)."""
    match pays:
        case None:
            return 0
        case For(odds):
            return odds * stake
        case Fixed(cents):
            return cents
        case Share(percent, meter):
            # Ruling G7: awards are whole cents, and the rest stays on the meter.
            return meters[meter] * percent // 100
        case To(odds):
            return odds * stake + stake
        case Push():
            return stake


def net(pays: Pays | None, stake: int, collected: bool, meters: Mapping[str, int]) -> int:
    """The net result of a wager. A sum of money is paid on top of a stake that stays on the layout
    (ruling L5).
    """
    if isinstance(pays, Fixed) and not collected:
        return pays.cents
    return award(pays, stake, meters) - stake
