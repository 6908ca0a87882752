"""`Position`: one moment of a game, complete and immutable."""

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import Any, NoReturn, cast

from onitama.cards import Card, card
from onitama.errors import IllegalStep
from onitama.geometry import HOME_ROWS, TEMPLES, bit, file_mask
from onitama.player import BLUE, RED, Player
from onitama.rules import base, turn
from onitama.rules.explain import why_illegal
from onitama.rules.position_json import FindCard, read_position, write_position
from onitama.rules.state import Hand, Outcome, Phase, Piece, PieceKind, State
from onitama.rules.steps import Step, parse_step
from onitama.rules.variant import Rules

__all__ = ["Position"]

_CENTRE_MASK = bit(12)
_CORNER_FILES_MASK = file_mask("a") | file_mask("e")


class Position(State):
    """A complete state of a game: it shows everything, so in hidden games it must stay with the referee (R70).

    Positions are values: immutable, hashable, and equal when everything in them is, the order of the cards in a
    hand aside. `play` returns the next one.

    >>> from onitama.deal import deal
    >>> position = deal("base", seed=7)
    >>> position.play(position.legal_steps[0]).turn_number
    2
    """

    @classmethod
    def start(
        cls, rules: Rules, red_hand: Hand, blue_hand: Hand, side: Card, starter: Player = RED
    ) -> "Position":
        """The first position of a game (R10, R30, R40, R50); hidden games begin with the placing of ninjas.

        The cards are taken as they are; `onitama.deal` checks them. Light always starts (R51).
        """
        if rules.light_player is not None:
            starter = rules.light_player
        state = State()
        state.rules = rules.in_play
        state.hands, state.side, state.card, state.spirit_due = (red_hand, blue_hand), side, None, False
        pawns = [HOME_ROWS[player] if rules.has_pawns(player) else 0 for player in Player]
        if rules.hidden == "shadow":
            pawns = [
                mask & (_CORNER_FILES_MASK | TEMPLES[player])
                for player, mask in zip(Player, pawns, strict=True)
            ]
        state.masters_mask = pawns[RED] & TEMPLES[RED], pawns[BLUE] & TEMPLES[BLUE]
        state.students_mask = pawns[RED] & ~TEMPLES[RED], pawns[BLUE] & ~TEMPLES[BLUE]
        state.ninjas_mask = state.revealed_mask = 0, 0
        state.spirit_mask = _CENTRE_MASK if rules.spirit else 0
        state.lanterns = rules.starting_lanterns(RED), rules.starting_lanterns(BLUE)
        state.first_turn_done, state.turn_number = (False, False), 1
        state.phase = Phase.PLACE if rules.hidden else Phase.MOVE
        state.to_move = starter.other if rules.hidden else starter
        return cls._of(state)

    @classmethod
    def _of(cls, state: State) -> "Position":
        """Freeze a private state in place: a copy would cost a sixth of a step."""
        state.__class__ = cls
        return cast(Position, state)

    def _draft(self) -> State:
        state = State()
        fields = state.__dict__
        fields.update(self.__dict__)
        fields.pop("legal_steps", None)
        return state

    @cached_property
    def legal_steps(self) -> tuple[Step, ...]:
        """All steps the player to move may make now; empty only when the game is won."""
        return turn.legal_steps(self)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and by which Way; None while the game goes on."""
        return base.decided(self) if self.phase is Phase.OVER else None

    def is_legal(self, step: Step | str) -> bool:
        """Whether the player to move may make that step now.

        Raises:
            NotationError: for a text that is no step.
        """
        return (parse_step(step) if isinstance(step, str) else step) in self.legal_steps

    def play(self, step: Step | str) -> "Position":
        """The position after one step.

        Raises:
            NotationError: for a text that is no step.
            IllegalStep: for a step that is not legal here; says why.
        """
        if isinstance(step, str):
            step = parse_step(step)
        if step not in self.legal_steps:
            raise IllegalStep(f"{step}: {why_illegal(self, step)}")
        return self.play_unchecked(step)

    def play_unchecked(self, step: Step) -> "Position":
        """The position after a step that is known to be legal; anything else gives nonsense."""
        state = self._draft()
        turn.apply(state, step)
        return self._of(state)

    def replace_unchecked(self, **fields: object) -> "Position":
        """The position with other values in some fields of `State`, for asking what would be; nothing is checked."""
        state = self._draft()
        state.__dict__.update(fields)
        return self._of(state)

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square of the main board; ninjas are not on it."""
        mask = bit(square)
        if self.spirit_mask == mask:
            return Piece(PieceKind.SPIRIT, None)
        for player in (RED, BLUE):
            if self.masters_mask[player] & mask:
                return Piece(PieceKind.MASTER, player)
            if self.students_mask[player] & mask:
                return Piece(PieceKind.STUDENT, player)
        return None

    @property
    def starter(self) -> Player:
        """Who began the game, or will: turns alternate, so the running turn's number tells."""
        if self.phase is Phase.PLACE:
            placed_first = self.ninjas_mask[self.to_move.other] != 0
            return self.to_move if placed_first else self.to_move.other
        return self.to_move if self.turn_number % 2 else self.to_move.other

    @property
    def repetition_key(self) -> Hashable:
        """Equal for positions that count as the same for repetition (R16): counters of turns are left out."""
        hands = frozenset(self.hands[RED]), frozenset(self.hands[BLUE])
        turn_so_far = self.phase, self.card, self.spirit_due
        pieces = self.students_mask, self.masters_mask, self.ninjas_mask, self.revealed_mask, self.spirit_mask
        return self.rules, self.to_move, turn_so_far, hands, self.side, pieces, self.lanterns

    def _key(self) -> Hashable:
        return self.repetition_key, self.turn_number, self.first_turn_done

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    @classmethod
    def from_json(cls, data: Mapping[str, Any], find_card: FindCard = card) -> "Position":
        """The position that `to_json` wrote, or one set up by hand in the same form (`docs/reference/notation.md`).

        Args:
            data: the whole position.
            find_card: gives the card that a name means, for a program that plays with cards of its own.

        Raises:
            InvalidPosition: says what is wrong with which part.
        """
        return cls._of(read_position(data, find_card))

    def to_json(self) -> dict[str, Any]:
        """The whole position as plain JSON data; hidden ninjas too, so not for players' eyes (R70)."""
        return write_position(self)

    def __str__(self) -> str:
        """A board for people, rank 5 on top: M/m the masters and S/s the students of Red/Blue, * the spirit."""
        letters = {PieceKind.MASTER: "Mm", PieceKind.STUDENT: "Ss", PieceKind.SPIRIT: "**"}
        rows = []
        for rank in range(4, -1, -1):
            pieces = [self.piece_at(rank * 5 + file) for file in range(5)]
            marks = (letters[piece.kind][piece.owner or 0] if piece else "." for piece in pieces)
            rows.append(f"{rank + 1} {' '.join(marks)}")
        hands = [f"{player}: {self.hands[player][0]}, {self.hands[player][1]}" for player in Player]
        return "\n".join(
            [
                *rows,
                "  a b c d e",
                f"{hands[RED]} | {hands[BLUE]} | side: {self.side} | {self.to_move} to move",
            ]
        )

    def __repr__(self) -> str:
        return f"<Position turn {self.turn_number}, {self.to_move} to move, {self.phase.value}>"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"positions do not change: cannot set {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"positions do not change: cannot delete {name}")
