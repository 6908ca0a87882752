"""The five cards in their places as text: `ox,boar/horse,elephant/crab`, Red's, Blue's and the side card."""

from onitama.cards import Card, card
from onitama.errors import NotationError, UnknownCard, shown
from onitama.observe import Observation
from onitama.rules import Hand, Position

__all__ = ["format_deal", "parse_deal"]


def format_deal(view: Position | Observation) -> str:
    """The cards as they lie now.

    >>> from onitama.deal import deal
    >>> format_deal(deal("base", seed=7))
    'frog,boar/mantis,monkey/rooster'
    """
    return "/".join([*(",".join(one.slug for one in hand) for hand in view.hands), view.side.slug])


def parse_deal(text: str) -> tuple[Hand, Hand, Card]:
    """Red's two cards, Blue's two, and the side card; blanks around the names do not matter.

    >>> parse_deal("ox,boar/horse,elephant/crab")
    ((Card('Ox'), Card('Boar')), (Card('Horse'), Card('Elephant')), Card('Crab'))

    Raises:
        NotationError: for another form, and for a name that is no card's.
    """
    try:
        match [[card(name) for name in part.split(",")] for part in text.split("/")]:
            case [[red, red_too], [blue, blue_too], [side]]:
                return (red, red_too), (blue, blue_too), side
    except UnknownCard as error:
        raise NotationError(str(error)) from None
    raise NotationError(
        f"expected red,red/blue,blue/side as in ox,boar/horse,elephant/crab, found {shown(text)}"
    )
