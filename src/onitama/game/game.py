"""`Game`: one game from its deal to its end, and all that players can do in it."""

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Self

from onitama.cards import Card
from onitama.clock import Clock
from onitama.deal import deal, deal_by_hand
from onitama.errors import IllegalStep, InvalidDeal, OnitamaError
from onitama.game.offer import Offer, OfferKind
from onitama.game.timed import TimedLine
from onitama.game.turn import Turn, ends_turn
from onitama.observe import Observation, Played, common_key, observe
from onitama.player import Player
from onitama.rules import Ending, Outcome, Phase, Place, Position, Rules, Step, parse_step, preset

__all__ = ["Game"]


class Game(TimedLine):
    """One game: everything that happened in it, and what can be done next.

    It holds the hidden truth, so it stays with the referee; players get what `observe` gives (R70). A call that
    raises leaves the game as it was.

    Time: a game may have a clock. It stands still until `resume`. While it runs, every call needs `at_ms`, the time
    in whole milliseconds, and it is pressed when a turn is complete, exchange and lantern included (R82). Whatever
    is done when the time of the player to move is already out comes too late: the game ends by time instead, and the
    deed does not count. Without a clock, or while it stands still, `at_ms` is not looked at.

    >>> game = Game.deal("base", seed=7)
    >>> game.play("boar:c1c2")
    >>> game.position.turn_number, str(game.turns[0])
    (2, 'boar:c1c2')
    >>> str(game.undo()), game.position == game.start
    ('boar:c1c2', True)

    Args:
        start: where the game begins; any position.
        rules: what it was dealt by, with the deck; the position's rules unless given.
        seed: what it was dealt from.
        clock: a clock that stands still.

    Raises:
        InvalidDeal: if rules and position do not belong together.
        OnitamaError: if the clock is running.
    """

    rules: Rules
    seed: int | None
    names: tuple[str, str]
    """Red's and Blue's."""
    tags: dict[str, str]
    """What else there is to know of the game, such as the event and the date."""

    def __init__(
        self,
        start: Position,
        *,
        rules: Rules | None = None,
        seed: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(start, clock)
        if rules is not None and rules.in_play != start.rules:
            raise InvalidDeal(
                f"the position is of other rules: expected {rules.in_play}, found {start.rules}"
            )
        self.rules = rules or start.rules
        self.seed = seed
        self.names = ("", "")
        self.tags = {}
        self._offer: Offer | None = None
        self._places: dict[Player, Step] = {}

    @classmethod
    def deal(cls, rules: Rules | str, seed: int, *, clock: Clock | None = None) -> "Game":
        """A game dealt from a seed (R17); see `onitama.deal.deal`."""
        rules = preset(rules) if isinstance(rules, str) else rules
        return cls(deal(rules, seed), rules=rules, seed=seed, clock=clock)

    @classmethod
    def deal_by_hand(
        cls,
        rules: Rules | str,
        *,
        red: Sequence[str | Card],
        blue: Sequence[str | Card],
        side: str | Card,
        starter: Player | None = None,
        clock: Clock | None = None,
    ) -> "Game":
        """A game with chosen cards (R18); see `onitama.deal.deal_by_hand`."""
        rules = preset(rules) if isinstance(rules, str) else rules
        start = deal_by_hand(rules, red=red, blue=blue, side=side, starter=starter)
        return cls(start, rules=rules, clock=clock)

    def copy(self) -> Self:
        """A game of its own with the same past, to try something on.

        >>> game = Game.deal("base", seed=7)
        >>> game.copy().play("boar:c1c2")
        >>> game.turns
        ()
        """
        twin = copy(self)
        twin._turns, twin._undone = self._turns.copy(), self._undone.copy()
        twin.comments, twin.tags, twin._places = self.comments.copy(), self.tags.copy(), self._places.copy()
        return twin

    # What happened

    def observe(self, viewer: Player | None) -> Observation:
        """What a player, or with None a spectator, may know of the game (R70)."""
        return observe(self.history, self.position, viewer, self.outcome)

    def repetition_count(self) -> int:
        """How often the position in which the running turn began has come up, this time included (R16).

        In hidden games only what both players know in common is compared (R71). Nothing ends by it. 0 while ninjas
        are placed.
        """
        begins = [turn.played[0].before for turn in self._turns]
        if self.position.phase is Phase.MOVE:
            begins.append(self.position)
        if not begins or begins[-1].phase is Phase.PLACE:
            return 0
        last = begins[-1]
        # Few are alike in what is quickly compared, and only these are looked at as everybody sees them.
        masks, side = (last.students_mask, last.masters_mask), last.side
        alike = [
            one
            for one in begins
            if one.side is side and one.phase is Phase.MOVE and (one.students_mask, one.masters_mask) == masks
        ]
        if len(alike) == 1:
            return 1
        keys = [common_key(observe((), one, None)) for one in alike]
        return keys.count(keys[-1])

    @property
    def suggests_draw(self) -> bool:
        """Whether the players should be offered a draw, as the count has reached three (R84)."""
        return self.outcome is None and self.repetition_count() >= 3

    def __repr__(self) -> str:
        seen = observe((), self.position, None)  # a secret first step must not show (R71)
        return f"<Game turn {seen.turn_number}, {seen.to_move} to move, {seen.phase.value}>"

    # Steps

    def play(self, steps: str | Step | Iterable[Step], *, at_ms: int | None = None) -> None:
        """Make one step, or several of one turn; all of them or, if one is refused, none.

        Several at once are for records and open games. In hidden games pass on what a player sends step by step: the
        refusal of a later step would tell what an earlier one finds, and cost nothing (R70).

        Args:
            steps: a step, steps, or a text such as `boar:c1c2 ninja:stay lantern:none`.
            at_ms: the time, if the clock is running.

        Raises:
            NotationError: for a text that cannot be read.
            IllegalStep: for a step that is not legal, or if none can be made now; says why.
            OnitamaError: for a time that is missing or ran backwards.
        """
        if self.outcome is not None:
            raise IllegalStep("the game is over")
        if self._offer is not None and self._offer.halts_game:
            raise IllegalStep(_unanswered(self._offer))
        if not self._is_in_time(at_ms):
            return
        clock = self._clock
        if clock is not None and clock.running is None and self.position.phase is not Phase.PLACE:
            raise IllegalStep("the clock stands still: resume it first")
        self._record(self._tried(steps), at_ms)

    def place(self, player: Player, step: Place | str) -> None:
        """Place a player's ninjas, whoever's turn to place it is (R40, R50).

        What comes early is kept aside until it is due, and shown to nobody.

        Raises:
            NotationError: for a text that cannot be read.
            IllegalStep: if the player has nothing to place now, or may not place there.
        """
        if self.has_placed(player) or self.outcome is not None:
            raise IllegalStep(f"{step}: {player} has no ninjas to place now")
        if player is self.position.to_move:
            self.play(step)
            return
        placed = parse_step(step) if isinstance(step, str) else step
        self._placing_position(player).play(placed)
        self._places[player] = placed
        self._undone.clear()

    def placements(self, player: Player) -> tuple[Step, ...]:
        """How the player may place its ninjas, whoever's turn to place it is; nothing if it has none to place."""
        if self.has_placed(player) or self.outcome is not None:
            return ()
        return self._placing_position(player).legal_steps

    def placed_aside(self, player: Player) -> Step | None:
        """How the player has placed its ninjas before it was due, as long as it is not; for that player only (R40)."""
        return self._places.get(player)

    def _placing_position(self, player: Player) -> Position:
        # Where a player may place does not depend on where the other did.
        position = self.position
        return position if player is position.to_move else position.play_unchecked(position.legal_steps[0])

    def has_placed(self, player: Player) -> bool:
        """Whether the player has no ninjas to place, or has placed them, be it aside."""
        if self.position.phase is not Phase.PLACE or not self.rules.places_ninjas(player):
            return True
        return player in self._places or self.position.ninjas_mask[player] != 0

    def _record(self, played: tuple[Played, ...], at_ms: int | None) -> None:
        super()._record(played, at_ms)
        before, _, after = played[-1]
        if before.phase is Phase.PLACE:
            aside = self._places.pop(after.to_move, None)
            if aside is not None:
                self._record(self._tried(aside), at_ms)
        elif ends_turn(played[-1]) and self._offer is not None and self._offer.player is not before.to_move:
            self._offer = None  # a draw that is not accepted by then is declined

    def _reopen(self) -> None:
        super()._reopen()
        self._offer = None
        self._places.clear()

    # What players agree on

    @property
    def offer(self) -> Offer | None:
        """What is proposed and not answered yet; it is public."""
        return self._offer if self.outcome is None else None

    def offer_draw(self, player: Player, *, at_ms: int | None = None) -> None:
        """Offer a draw, at any time (R84); if the other player has offered one, accept it.

        The offer stands until it is answered, or the other player completes a turn, which declines it.

        Raises:
            OnitamaError: if another offer is open, or the game is over.
        """
        if self.offer is not None and self.offer.kind is OfferKind.DRAW and self.offer.player is not player:
            self.accept(player, at_ms=at_ms)
        else:
            self._propose(Offer(player, OfferKind.DRAW), at_ms)

    def offer_takeback(
        self, player: Player, turn_number: int | None = None, *, at_ms: int | None = None
    ) -> None:
        """Propose to play from some turn on anew (R83). The game waits for the answer, and so does the clock.

        Args:
            player: who proposes it.
            turn_number: one of `takeback_turns`; by default the player's own latest one.
            at_ms: the time, if the clock is running.

        Raises:
            OnitamaError: if there is no such turn, another offer is open, or the game is over.
        """
        self._check_going_on()
        turns = self._open_turns()
        if turn_number is None:
            own = [turn.number for turn in turns if turn.player is player]
            if not own:
                raise OnitamaError(f"there is no turn of {player}'s that can be taken back")
            turn_number = own[-1]
        elif turn_number not in [turn.number for turn in turns]:
            numbers = ", ".join(str(turn.number) for turn in turns) or "none"
            raise OnitamaError(f"turn {turn_number!r} cannot be taken back; those that can: {numbers}")
        self._propose(Offer(player, OfferKind.TAKEBACK, turn_number), at_ms)

    def offer_restart(self, player: Player, *, at_ms: int | None = None) -> None:
        """Propose to start again without a result, where several turns are disputed (R83). The game waits.

        Raises:
            OnitamaError: if another offer is open, or the game is over.
        """
        self._propose(Offer(player, OfferKind.RESTART), at_ms)

    @property
    def takeback_turns(self) -> tuple[int, ...]:
        """The numbers of the turns that may be played anew, if both players agree (R83).

        In hidden games none is as old as the last capture of a ninja, answer or sight of a ninja, and a turn that
        others cannot know to have begun is not among them (R71).
        """
        turns = self._open_turns()
        return tuple(range(turns[0].number, turns[-1].number + 1)) if turns else ()

    def _open_turns(self) -> list[Turn]:
        if self.outcome is not None:
            return []
        turns = self._turns.copy()
        is_running = bool(turns) and not turns[-1].is_complete
        if is_running and observe((), self.position, None).phase is Phase.MOVE:
            turns.pop()  # begun, but in secret
        if self.rules.hidden is None:
            return turns
        for at in range(len(turns), 0, -1):
            if turns[at - 1].tells or not turns[at - 1].number:
                return turns[at:]
        return turns

    def accept(self, player: Player, *, at_ms: int | None = None) -> None:
        """Accept what the other player offers.

        A takeback sets pieces, cards and the clock back to what they were, and the clock runs on. After a restart it
        stands still, as before the game.

        Raises:
            OnitamaError: if the other player offers nothing.
        """
        offer = self._offer_by(player.other)
        if not self._is_in_time(at_ms):
            return
        if offer.kind is OfferKind.DRAW:
            self._end(Outcome(None, Ending.AGREEMENT), at_ms)
            return
        was_held = self._is_held
        while self.last_turn and self.last_turn.number >= (offer.turn_number or 0):
            self.undo()
        self._undone.clear()
        self._reopen()
        if offer.kind is OfferKind.TAKEBACK:
            self._is_held = was_held
            self._release(at_ms)

    def decline(self, player: Player, *, at_ms: int | None = None) -> None:
        """Decline what the other player offers; a clock that waited runs on.

        Raises:
            OnitamaError: if the other player offers nothing.
        """
        self._offer_by(player.other)
        self._close(at_ms)

    def withdraw(self, player: Player, *, at_ms: int | None = None) -> None:
        """Withdraw an own offer; a clock that waited runs on.

        Raises:
            OnitamaError: if the player offers nothing.
        """
        self._offer_by(player)
        self._close(at_ms)

    def resume(self, at_ms: int) -> None:
        """Let the clock of the player to move run, at the beginning and after a pause.

        Raises:
            OnitamaError: if there is no clock or it cannot run now; says why.
        """
        if self.offer is not None and self.offer.halts_game:
            raise OnitamaError(_unanswered(self.offer))
        super().resume(at_ms)

    def _propose(self, offer: Offer, at_ms: int | None) -> None:
        self._check_going_on()
        if self._offer is not None:
            raise OnitamaError(_unanswered(self._offer))
        if self._is_in_time(at_ms):
            self._offer = offer
            if offer.halts_game:
                self._hold(at_ms)

    def _offer_by(self, player: Player) -> Offer:
        if self.offer is None or self.offer.player is not player:
            raise OnitamaError(f"{player} offers nothing")
        return self.offer

    def _close(self, at_ms: int | None) -> None:
        if self._is_in_time(at_ms):
            self._offer = None
            self._release(at_ms)


def _unanswered(offer: Offer) -> str:
    return f"{offer.player} offers a {offer.kind}, which must be answered first"
