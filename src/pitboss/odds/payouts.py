"""What a row pays, in cents: the one place where odds, sums and shares of meters become money."""

from collections.abc import Mapping

from pitboss.rulebook.paytable import Fixed, For, Pays, Push, Share, To


def award(pays: Pays | None, stake: int, meters: Mapping[str, int]) -> int:
    """What is handed over for a stake that was collected (rulings G1, G2)."""
    match pays:
        case None:
            return 0
        case For(odds):
            return odds * stake
        case Fixed(cents):
            return cents
        case Share(percent, meter):
            # Ruling G7: what is paid is whole cents, the rest stays on the meter.
            return meters[meter] * percent // 100
        case To(odds):
            return odds * stake + stake
        case Push():
            return stake


def net(pays: Pays | None, stake: int, collected: bool, meters: Mapping[str, int]) -> int:
    """What a wager comes to. A sum of money on a stake that stays on the layout comes on top of it
    (ruling L5).
    """
    if isinstance(pays, Fixed) and not collected:
        return pays.cents
    return award(pays, stake, meters) - stake
