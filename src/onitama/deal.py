"""Deals: from a seed, the same on every platform and in every later version, or by hand (R17, R18, R35).

The generator is part of the format; `docs/reference/deals.md` specifies it:

1. SplitMix64 with the seed as its first state.
2. `below(n)`: the next output modulo n, outputs of at least `2**64 - 2**64 % n` skipped.
3. `draw(cards, k)`: k times, take out the card at `below(cards left)` of the list ordered by name.
4. The wind cards are drawn first, then the movement cards, each from those of the deck.
5. The side card is the last wind card if their number is odd, else the last movement card. What is left, wind cards
   first, is given out in turn: Red, Blue, Red, Blue.
"""

from collections.abc import Sequence

from onitama.cards import Card, Kind, card
from onitama.errors import InvalidDeal, shown
from onitama.player import RED, Player
from onitama.rules import Position, Rules, preset

__all__ = ["deal", "deal_by_hand", "deal_cards", "starter_of"]

_MASK_64 = (1 << 64) - 1


class _SplitMix64:
    """Sebastiano Vigna's SplitMix64, public domain: https://prng.di.unimi.it/splitmix64.c."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK_64
        z = self._state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK_64
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK_64
        return z ^ z >> 31

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each as likely."""
        limit = (1 << 64) - (1 << 64) % bound
        while (number := self._next()) >= limit:
            pass
        return number % bound

    def draw(self, cards: Sequence[Card], count: int) -> list[Card]:
        """That many cards, in the order drawn."""
        left = sorted(cards)
        return [left.pop(self.below(len(left))) for _ in range(count)]


def deal_cards(rules: Rules, seed: int) -> tuple[Card, Card, Card, Card, Card]:
    """The five cards of a seed: Red's two, Blue's two, the side card.

    Raises:
        InvalidDeal: if the seed is no whole number from 0 to 2**64 - 1.
    """
    if type(seed) is not int or not 0 <= seed <= _MASK_64:
        raise InvalidDeal(f"a seed is a whole number from 0 to 2**64 - 1, found {shown(seed)}")
    generator, number = _SplitMix64(seed), rules.dealt_wind_cards
    winds = generator.draw(rules.dealt_deck.wind_cards, number)
    moves = generator.draw(rules.dealt_deck.move_cards, 5 - number)
    # The kind of which there is an odd number gives the side card (R35), the one drawn last.
    side = (winds if number % 2 else moves).pop()
    red_one, blue_one, red_two, blue_two = winds + moves
    return red_one, red_two, blue_one, blue_two, side


def starter_of(rules: Rules, side: Card) -> Player:
    """Who starts: the stamp of the side card, Red without a known stamp (R11, R35); Light in its Way (R51)."""
    if rules.light_player is not None:
        return rules.light_player
    return RED if side.stamp is None else side.stamp


def deal(rules: Rules | str, seed: int) -> Position:
    """The start position of a seed; the same rules and seed always give the same one (R17).

    >>> position = deal("base", seed=7)
    >>> position == deal("base", seed=7)
    True

    Args:
        rules: the rules, or the name of a preset.
        seed: a whole number from 0 to 2**64 - 1.

    Raises:
        InvalidDeal: for another seed.
        OnitamaError: for a preset that does not exist.
    """
    rules = preset(rules) if isinstance(rules, str) else rules
    red_one, red_two, blue_one, blue_two, side = deal_cards(rules, seed)
    return Position.start(rules, (red_one, red_two), (blue_one, blue_two), side, starter_of(rules, side))


def deal_by_hand(
    rules: Rules | str,
    *,
    red: Sequence[str | Card],
    blue: Sequence[str | Card],
    side: str | Card,
    starter: Player | None = None,
) -> Position:
    """The start position with five chosen cards in chosen places (R18).

    Any cards may be chosen by name, unconfirmed ones and cards outside the rules' deck too; wind cards only with
    the spirit.

    Args:
        rules: the rules, or the name of a preset.
        red: Red's two cards.
        blue: Blue's two cards.
        side: the card beside the board.
        starter: who starts, instead of the one whom the side card's stamp names. In the Way of Light it is Light.

    Raises:
        UnknownCard: for a name that is no card's.
        InvalidDeal: if the five cards cannot be dealt.
    """
    rules = preset(rules) if isinstance(rules, str) else rules
    red_hand, blue_hand, side = _hand(red, "Red"), _hand(blue, "Blue"), _as_card(side)
    cards = [*red_hand, *blue_hand, side]
    for one in cards:
        if cards.count(one) > 1:
            raise InvalidDeal(f"{one} is dealt twice")
        if one.kind is Kind.WIND and not rules.spirit:
            raise InvalidDeal(f"{one} is a wind card: it needs the spirit in the game")
    if starter is not None and not isinstance(starter, Player):
        raise InvalidDeal(f"starter: expected RED or BLUE, found {shown(starter)}")
    if starter is not None and rules.light_player not in (None, starter):
        raise InvalidDeal(f"in the Way of Light, Light starts: {rules.light_player}, not {starter}")
    return Position.start(
        rules, red_hand, blue_hand, side, starter_of(rules, side) if starter is None else starter
    )


def _as_card(one: str | Card) -> Card:
    return one if isinstance(one, Card) else card(one)


def _hand(cards: Sequence[str | Card], owner: str) -> tuple[Card, Card]:
    if isinstance(cards, str) or not isinstance(cards, Sequence) or len(cards) != 2:
        raise InvalidDeal(f"{owner}'s hand needs two cards, found {shown(cards)}")
    return _as_card(cards[0]), _as_card(cards[1])
