"""The text forms of Litama, the Onitama server that many bots speak to: board, moves, and the state of a game.

Litama counts its rows from Blue's side: its a1 is the corner at Blue's right hand, our a5. It knows the base game
only, and no passes; those are written as ours. The form is described in `docs/reference/notation.md`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from onitama.cards import Card
from onitama.errors import OnitamaError, shown
from onitama.game import Game
from onitama.notation.board import Marks, base_position, read_board, require_base, write_board
from onitama.notation.misread import misread
from onitama.player import BLUE, RED, Player, parse_player
from onitama.rules import Move, Pass, Position, Step, parse_step

__all__ = [
    "format_litama_board",
    "format_litama_move",
    "format_litama_state",
    "parse_litama_board",
    "parse_litama_move",
    "parse_litama_state",
]

_MARKS = Marks(masters="42", students="31", empty="0")


def format_litama_board(position: Position) -> str:
    """The board in 25 digits, from a5 to e1: 0 empty, 1 and 2 Blue's student and master, 3 and 4 Red's.

    >>> from onitama.deal import deal
    >>> format_litama_board(deal("base", seed=7))
    '1121100000000000000033433'

    Raises:
        NotationError: for a position of a variant.
    """
    require_base(position, "Litama board")
    return "".join(write_board(position, _MARKS))


def parse_litama_board(
    text: str,
    *,
    red: Sequence[str | Card],
    blue: Sequence[str | Card],
    side: str | Card,
    to_move: Player,
    turn_number: int = 1,
) -> Position:
    """The position with these 25 digits and cards.

    Args:
        text: the board, as `format_litama_board` writes it.
        red: Red's two cards.
        blue: Blue's two cards.
        side: the card beside the board.
        to_move: whose turn it is.
        turn_number: of this turn; the board does not tell.

    Raises:
        NotationError: says what is wrong.
    """
    if not isinstance(text, str) or len(text) != 25:
        raise misread("Litama board", f"expected 25 digits, found {shown(text)}")
    ranks = [text[at : at + 5] for at in range(0, 25, 5)]
    return base_position(
        read_board(ranks, _MARKS, "Litama board"),
        red=[str(one) for one in red],
        blue=[str(one) for one in blue],
        side=str(side),
        to_move=to_move,
        turn_number=turn_number,
        place="Litama board",
    )


def format_litama_move(step: Step) -> str:
    """A move as Litama writes it.

    >>> format_litama_move(parse_step("boar:c1c2"))
    'boar:c5c4'

    Raises:
        NotationError: for a step of a variant.
    """
    match step:
        case Move(card, origin, target):
            return str(Move(card, _turned(origin), _turned(target)))
        case Pass():
            return str(step)
    raise misread("Litama move", f"expected a step of the base game, found {step}")


def parse_litama_move(text: str) -> Step:
    """The step that Litama writes so.

    >>> str(parse_litama_move("boar:c5c4"))
    'boar:c1c2'

    Raises:
        NotationError: says what is wrong.
    """
    if not isinstance(text, str):
        raise misread("Litama move", f"expected card:squares, found {shown(text)}")
    match parse_step(text):
        case Move(card, origin, target):
            return Move(card, _turned(origin), _turned(target))
        case Pass() as step:
            return step
    raise misread("Litama move", f"expected card:squares, found {shown(text)}")


def _turned(square: int) -> int:
    """The square of the same file whose rank counts from the other side."""
    return square + 20 - 10 * (square // 5)


def format_litama_state(game: Game) -> dict[str, Any]:
    """The state of a game as Litama's server sends it, less what only that server knows.

    As there, cards are exchanged and the turn goes to the loser even after the move that wins.

    Raises:
        NotationError: for a game of a variant, or one that did not begin with a deal.
    """
    require_base(game.start, "Litama state")
    start, position, outcome = game.start, game.position, game.outcome
    if start != Position.start(start.rules, *start.hands, start.side, start.starter):
        raise misread("Litama state", "expected a game from its very beginning")
    hands, side, to_move = [list(hand) for hand in position.hands], position.side, position.to_move
    match game.turns[-1].steps if game.turns and position.outcome is not None else ():
        case (Move(used),):
            hand = hands[to_move]
            hand[hand.index(used)], side, to_move = side, used, to_move.other
    return {
        "messageType": "state",
        "usernames": {str(player): game.names[player] for player in (BLUE, RED)},
        "currentTurn": str(to_move),
        "cards": _cards(hands, side),
        "startingCards": _cards(start.hands, start.side),
        "moves": [format_litama_move(turn.steps[0]) for turn in game.turns],
        "board": format_litama_board(position),
        "gameState": "in progress" if outcome is None else "ended",
        "winner": "none" if outcome is None or outcome.winner is None else str(outcome.winner),
    }


def _cards(hands: Sequence[Sequence[Card]], side: Card) -> dict[str, Any]:
    return {**{str(player): [one.slug for one in hands[player]] for player in (BLUE, RED)}, "side": side.slug}


def parse_litama_state(data: object) -> Game:
    """The game of a state that Litama's server sent, played again from its starting cards.

    Raises:
        NotationError: for a game that has not begun, a move that is not legal, or a board, turn or winner that the
            moves do not lead to.
    """
    state = _object(data, "Litama state")
    cards = _object(state.get("startingCards"), "Litama state, startingCards")
    moves = state.get("moves")
    if not isinstance(moves, list):
        raise misread("Litama state, moves", f"expected a list, found {shown(moves)}")
    try:
        current = parse_player(state.get("currentTurn"))
        starter = current.other if len(moves) % 2 else current
        game = Game.deal_by_hand("base", **_named(cards), starter=starter)
    except OnitamaError as error:
        raise misread("Litama state", error) from None
    for index, move in enumerate(moves):
        try:
            game.play(parse_litama_move(move))
        except OnitamaError as error:
            raise misread(f"Litama state, moves[{index}]", error) from None
    names = _object(state.get("usernames", {}), "Litama state, usernames")
    game.names = str(names.get("red", "")), str(names.get("blue", ""))
    _end(game, state)
    expected = format_litama_state(game)
    for key in ("board", "currentTurn", "gameState", "winner"):
        if state.get(key) != expected[key]:
            raise misread(f"Litama state, {key}", f"expected {expected[key]}, found {shown(state.get(key))}")
    return game


def _end(game: Game, state: Mapping[str, Any]) -> None:
    """End a game that its moves did not end: Litama has one word for all ends, so a loss is read as a resignation."""
    if game.outcome is None and state.get("gameState") == "ended":
        if state.get("winner") == "none":
            game.offer_draw(RED)
            game.accept(BLUE)
        elif state.get("winner") in ("red", "blue"):
            game.resign(parse_player(state["winner"]).other)


def _named(cards: Mapping[str, Any]) -> dict[str, Any]:
    """The starting cards, if they have the form they should have."""
    match cards:
        case {"red": [str(), str()], "blue": [str(), str()], "side": str()}:
            return {key: cards[key] for key in ("red", "blue", "side")}
    raise misread("Litama state, startingCards", "expected the names of two cards each and a side card")


def _object(data: object, place: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise misread(place, f"expected an object, found {shown(data)}")
    return data
