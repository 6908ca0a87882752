"""The coaching round (house rule): a move is talked about before it counts, and threats may be looked at (R81)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from onitama.cards import Card
from onitama.errors import OnitamaError
from onitama.game import Game
from onitama.geometry import ALL_SQUARES_MASK, TEMPLES, bit, format_square, reach, squares
from onitama.observe import Observation, observe
from onitama.player import BLUE, RED, Player
from onitama.rules import Move, NinjaMove, Phase, Position, SpiritMove, Step, parse_step

__all__ = ["CoachingRound", "Threat", "threats"]

Prey = Literal["master", "student", "ninja", "temple"]


@dataclass(frozen=True, slots=True)
class Threat:
    """Something that a player could do in its next turn, were the board as it is now.

    >>> from onitama.cards import card
    >>> str(Threat(Player.RED, card("tiger"), 2, 12, "student"))
    'red: tiger:c1c3 takes a student'
    """

    player: Player
    card: Card
    origin: int
    target: int
    prey: Prey
    """What it would capture; `temple` if its master would reach the enemy temple and the enemy master is not there."""

    def __str__(self) -> str:
        move = f"{self.player}: {self.card.slug}:{format_square(self.origin)}{format_square(self.target)}"
        match self.prey:
            case "temple":
                return f"{move} reaches the temple"
            case "master":
                return f"{move} takes the master"
            case _:
                return f"{move} takes a {self.prey}"


def threats(view: Observation) -> tuple[Threat, ...]:
    """What each side could capture, and whether its master could reach the temple, in its next turn (R81).

    Each threat is one move of one piece by one card, on the board as the viewer sees it: ninjas that it does not
    see threaten nothing and are not threatened. A card in use counts as exchanged.

    >>> game = Game.deal_by_hand("base", red=("tiger", "ox"), blue=("crab", "boar"), side="horse", starter=Player.RED)
    >>> game.play("tiger:c1c3")
    >>> game.play("boar:b5b4")
    >>> [str(threat) for threat in threats(game.observe(None))]
    ['blue: tiger:c5c3 takes the master']
    """
    if view.phase is Phase.OVER:
        return ()
    return tuple(
        threat
        for player in Player
        for used in _next_hand(view, player)
        for threat in _threats_with(view, player, used)
    )


class CoachingRound:
    """A referee for a game in which every step is proposed, talked about, and counts only when it is confirmed (R81).

    A proposal may be revised as often as one likes. There is no clock. In hidden games only the player to move is
    shown its proposal; the other one, and spectators, see threats on the board as it is (R71).

    >>> talk = CoachingRound(Game.deal("base", seed=7))
    >>> talk.propose("frog:c1b2")
    >>> talk.propose("boar:c1c2")
    >>> str(talk.proposal(Player.BLUE)), talk.game.turns
    ('boar:c1c2', ())
    >>> talk.confirm()
    >>> str(talk.game.turns[0]), talk.proposal(Player.BLUE)
    ('boar:c1c2', None)

    Args:
        game: the game to play, without a clock.

    Raises:
        OnitamaError: for a game with a clock.
    """

    def __init__(self, game: Game) -> None:
        if game.clock is not None:
            raise OnitamaError("a coaching round has no clock")
        self.game = game
        self._proposed: tuple[Position, Step] | None = None

    def propose(self, step: Step | str) -> None:
        """Say what the player to move means to do, instead of what was said before.

        Raises:
            NotationError: for a text that cannot be read.
            IllegalStep: for a step that is not legal; the former proposal stands.
        """
        step = parse_step(step) if isinstance(step, str) else step
        self.game.position.play(step)
        self._proposed = self.game.position, step

    def proposal(self, viewer: Player | None) -> Step | None:
        """What is proposed, as far as the viewer may know it; None if nothing is."""
        position = self.game.position
        if self._proposed is None or self._proposed[0] is not position:
            return None  # nothing was said about this position
        is_secret = position.rules.hidden is not None and viewer is not position.to_move
        return None if is_secret else self._proposed[1]

    def threats(self, viewer: Player | None) -> tuple[Threat, ...]:
        """What each side would threaten after the proposal, if the viewer may know that, else now."""
        view, step = self.game.observe(viewer), self.proposal(viewer)
        return threats(view if step is None else _after(view, step))

    def confirm(self) -> None:
        """Make the proposal count.

        Raises:
            OnitamaError: if there is none.
        """
        step = self.proposal(self.game.position.to_move)
        if step is None:
            raise OnitamaError("there is no proposal to confirm")
        self.game.play(step)


def _after(view: Observation, step: Step) -> Observation:
    """What the viewer would see after its step if it met no ninja it does not know of."""
    unseen_mask = 0
    if view.viewer is not None:
        enemy = view.viewer.other
        unseen = view.ninjas_alive[enemy] - view.ninjas_mask[enemy].bit_count()
        avoided_mask = view.spirit_mask | view.ninjas_mask[RED] | view.ninjas_mask[BLUE]
        for pawns_mask in (*view.students_mask, *view.masters_mask):
            avoided_mask |= pawns_mask
        if isinstance(step, Move | NinjaMove | SpiritMove):
            avoided_mask |= bit(step.target)
        unseen_mask = sum(map(bit, squares(ALL_SQUARES_MASK & ~avoided_mask)[:unseen]))
    return observe((), view.position(unseen_mask).play(step), view.viewer)


def _next_hand(view: Observation, player: Player) -> tuple[Card, ...]:
    hand = view.hands[player]
    if player is not view.to_move or view.card is None:
        return hand
    return tuple(view.side if one is view.card else one for one in hand)


def _threats_with(view: Observation, player: Player, used: Card) -> Iterator[Threat]:
    masks = reach(used, player)
    masters, students, ninjas = (
        view.masters_mask[player],
        view.students_mask[player],
        view.ninjas_mask[player],
    )
    free_mask = ~(masters | students | ninjas | view.spirit_mask)
    for origin in squares(masters | students | ninjas):
        is_master = bool(masters & bit(origin))
        reached_mask = (masks.master_masks if is_master else masks.student_masks)[origin]
        for target in squares(reached_mask & free_mask):
            prey = _prey(view, player.other, bit(target), is_master)
            if prey is not None:
                yield Threat(player, used, origin, target, prey)


def _prey(view: Observation, enemy: Player, target_mask: int, is_master: bool) -> Prey | None:
    if view.masters_mask[enemy] & target_mask:
        return "master"
    if is_master and TEMPLES[enemy] & target_mask:
        return "temple"
    if view.students_mask[enemy] & target_mask:
        return "student"
    return "ninja" if view.ninjas_mask[enemy] & target_mask else None
