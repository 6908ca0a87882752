"""`Observation`: all that one player, or a spectator, may know at one moment (R70, R71)."""

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, cast

from onitama.cards import Card
from onitama.errors import InvalidPosition, shown
from onitama.geometry import ALL_SQUARES_MASK, FILES, RANKS
from onitama.observe.events import Played, events_of, is_seen_turn, is_unnoticed
from onitama.player import BLUE, RED, Player, parse_player
from onitama.rules import Ending, Hand, Outcome, Phase, Position, Rules, Step
from onitama.rules.position_json import write_position
from onitama.rules.state import State, put

__all__ = ["Observation", "common_key", "observe"]


@dataclass(frozen=True, slots=True)
class Observation:
    """All that a viewer may know at one moment, as plain values: the only thing about a hidden game to give away.

    Equal knowledge gives equal observations, with the same JSON and the same pickle to the byte; the order of the cards
    in a hand is a part of it.
    """

    viewer: Player | None
    """Whose view it is; None for a spectator, who knows what both players know in common."""
    rules: Rules
    to_move: Player
    phase: Phase
    turn_number: int
    hands: tuple[Hand, Hand]
    side: Card
    card: Card | None
    """The card in use between the first step of a turn and the exchange."""
    spirit_due: bool
    students_mask: tuple[int, int]
    masters_mask: tuple[int, int]
    ninjas_mask: tuple[int, int]
    """The ninjas that the viewer sees: its own and the shown ones; after the game all."""
    revealed_mask: tuple[int, int]
    ninjas_alive: tuple[int, int]
    """How many ninjas are on the board, seen or not."""
    spirit_mask: int
    lanterns: tuple[int, int]
    first_turn_done: tuple[bool, bool]
    legal_steps: tuple[Step, ...]
    """What the viewer may do now; empty if it is not to move."""
    turns: tuple[str, ...]
    """The game so far, a text for each placement and each turn, the running one too."""
    outcome: Outcome | None

    @property
    def placed(self) -> tuple[bool, bool]:
        """Whether each player has put its ninjas on the board, or has none to put there."""
        return self._has_placed(RED), self._has_placed(BLUE)

    def _has_placed(self, player: Player) -> bool:
        is_placing = self.phase is Phase.PLACE and self.rules.places_ninjas(player) > 0
        return not is_placing or self.ninjas_alive[player] > 0

    def position(self, enemy_ninjas: int = 0) -> Position:
        """The position, if nothing is unseen; else a possible one, for players that guess.

        Args:
            enemy_ninjas: a mask of squares to put the opponent's unseen ninjas on.

        Raises:
            InvalidPosition: if those are too many or too few, or cannot stand there.
        """
        ninjas_mask = self.ninjas_mask
        if self.viewer is not None:
            enemy = self.viewer.other
            ninjas_mask = put(ninjas_mask, enemy, ninjas_mask[enemy] | enemy_ninjas)
        for player in Player:
            found, alive = ninjas_mask[player].bit_count(), self.ninjas_alive[player]
            if found != alive or ninjas_mask[player] & ~ALL_SQUARES_MASK:
                raise InvalidPosition(f"{player} has {alive} living ninjas, found squares for {found}")
        return Position.from_json(_write(replace(self, ninjas_mask=ninjas_mask)))

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data: the form of a position without the unseen ninjas, and what else the viewer knows."""
        outcome = self.outcome
        return {
            "viewer": None if self.viewer is None else str(self.viewer),
            **_write(self),
            "ninjas_alive": {"red": self.ninjas_alive[RED], "blue": self.ninjas_alive[BLUE]},
            "legal_steps": list(map(str, self.legal_steps)),
            "turns": list(self.turns),
            "outcome": None if outcome is None else _write_outcome(outcome),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Observation":
        """The observation that `to_json` wrote.

        It is accepted only if some position looks like this to the viewer.

        Raises:
            OnitamaError: says which part is wrong.
        """
        return _read(data)

    def __reduce__(self) -> tuple[Any, ...]:
        # As text: a pickle of the parts would depend on which of them happen to be the same object.
        return _from_text, (json.dumps(self.to_json()),)


def observe(
    history: Sequence[Played], position: Position, viewer: Player | None, outcome: Outcome | None = None
) -> Observation:
    """What a viewer knows of a game. Reads the whole history, so the cost grows with it.

    >>> from onitama.deal import deal
    >>> start = deal("way-of-shadow", seed=7)
    >>> step = start.legal_steps[0]
    >>> history = [Played(start, step, start.play(step))]
    >>> for viewer in (start.to_move, start.to_move.other, None):
    ...     print(observe(history, history[-1].after, viewer).turns)
    ('place:b5',)
    ('place:?',)
    ('place:?',)

    Args:
        history: all steps so far.
        position: where they led.
        viewer: a player, or None for a spectator.
        outcome: how the game ended, if not by a move. Once it has ended, all is open to everyone.
    """
    outcome = outcome or position.outcome
    events = (event for played in history for event in events_of(played, viewer, outcome is not None))
    turns = groupby(events, key=lambda event: (event.number, event.player))
    texts = tuple(" ".join(event.text for event in turn) for _, turn in turns)
    return _look(position, viewer, texts, outcome)


def common_key(observation: Observation) -> Hashable:
    """Equal for moments that count as the same for repetition, by what both players know in common (R16, R71).

    Meant for the spectator's observation. Without hidden pieces it says the same as `Position.repetition_key`.
    """
    one = observation
    hands = frozenset(one.hands[RED]), frozenset(one.hands[BLUE])
    turn_so_far = one.phase, one.card, one.spirit_due
    pieces = one.students_mask, one.masters_mask, one.revealed_mask, one.ninjas_alive, one.spirit_mask
    return one.rules, one.to_move, turn_so_far, hands, one.side, pieces, one.lanterns


def _look(
    position: Position, viewer: Player | None, turns: tuple[str, ...], outcome: Outcome | None
) -> Observation:
    is_open = outcome is not None
    ninjas, revealed = position.ninjas_mask, position.revealed_mask
    red_seen = ninjas[RED] if is_open or viewer is RED else ninjas[RED] & revealed[RED]
    blue_seen = ninjas[BLUE] if is_open or viewer is BLUE else ninjas[BLUE] & revealed[BLUE]
    unnoticed = is_unnoticed(position) and viewer is not position.to_move and not is_open
    return Observation(
        viewer=viewer,
        rules=position.rules,
        to_move=position.to_move,
        phase=Phase.MOVE if unnoticed else position.phase,
        turn_number=position.turn_number,
        hands=position.hands,
        side=position.side,
        card=None if unnoticed else position.card,
        spirit_due=position.spirit_due and not unnoticed,
        students_mask=position.students_mask,
        masters_mask=position.masters_mask,
        ninjas_mask=(red_seen, blue_seen),
        revealed_mask=revealed,
        ninjas_alive=(ninjas[RED].bit_count(), ninjas[BLUE].bit_count()),
        spirit_mask=position.spirit_mask,
        lanterns=position.lanterns,
        first_turn_done=position.first_turn_done,
        legal_steps=position.legal_steps if viewer is position.to_move and not is_open else (),
        turns=turns,
        outcome=outcome,
    )


# The JSON form

_OWN_KEYS = ("viewer", "ninjas_alive", "legal_steps", "turns", "outcome")


def _read(data: Mapping[str, Any]) -> Observation:
    """Put the unseen ninjas somewhere and look: that must give the same data again."""
    if not isinstance(data, Mapping):
        raise InvalidPosition(f"observation: expected an object, found {shown(data)}")
    for key in _OWN_KEYS:
        if key not in data:
            raise InvalidPosition(f"observation: {key} is missing")
    viewer = None if data["viewer"] is None else parse_player(data["viewer"])
    turns = data["turns"]
    if not isinstance(turns, list):
        raise InvalidPosition(f"turns: expected a list of texts, found {shown(turns)}")
    for turn in turns:
        if not isinstance(turn, str) or not is_seen_turn(turn):
            raise InvalidPosition(f"turns: expected a turn such as boar:c1c2 ninja:?, found {shown(turn)}")
    position = Position.from_json(_filled_in(data))
    observation = _look(position, viewer, tuple(turns), position.outcome or _read_ending(data["outcome"]))
    expected = observation.to_json()
    for key in (*data, *expected):
        if data.get(key) != expected.get(key):
            raise InvalidPosition(f"{key}: expected {shown(expected.get(key))}, found {shown(data.get(key))}")
    return observation


def _filled_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a position that could look like this; what the viewer may know is the same in all of them (R70)."""
    board = {key: value for key, value in data.items() if key not in _OWN_KEYS}
    alive = data["ninjas_alive"]
    taken = [board.get("spirit"), *(square for player in Player for square in _taken(board.get(str(player))))]
    free = [file + rank for file in FILES for rank in RANKS if file + rank not in taken]
    for player in map(str, Player):
        count = alive.get(player) if isinstance(alive, Mapping) else None
        if type(count) is not int or not 0 <= count <= 2:
            raise InvalidPosition(f"ninjas_alive: expected 0 to 2 for {player}, found {shown(count)}")
        match board.get(player):
            case {"ninjas": [*seen], **others}:
                unseen = max(0, count - len(seen))
                board[player] = {**others, "ninjas": seen + free[:unseen]}
                free = free[unseen:]
    return board


def _taken(pieces: object) -> Iterable[object]:
    match pieces:
        case {"master": master, "students": [*students], "ninjas": [*ninjas]}:
            return master, *students, *ninjas
    return ()


def _write(observation: Observation) -> dict[str, Any]:
    return write_position(cast(State, observation))  # it has all parts of a state, by the same names


def _write_outcome(outcome: Outcome) -> dict[str, str | None]:
    return {"winner": None if outcome.winner is None else str(outcome.winner), "by": outcome.by.value}


def _read_ending(data: object) -> Outcome | None:
    match data:
        case {"winner": winner, "by": str(by)} if by in list(Ending):
            return Outcome(None if winner is None else parse_player(winner), Ending(by))
    return None


def _from_text(text: str) -> Observation:
    return Observation.from_json(json.loads(text))
