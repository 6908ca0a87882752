"""Lanterns: who may light one, and what it tells (R47, R52)."""

from onitama.geometry import FILES, file_mask, rank_mask
from onitama.rules.state import State, put
from onitama.rules.steps import LINES, Lantern

__all__ = ["answer", "lantern_steps", "line_mask", "may_light", "spend"]

_CHOICES = (Lantern(None), *(Lantern(line) for line in LINES))


def may_light(state: State) -> bool:
    """Whether the player to move may light a lantern at the end of this turn.

    It needs a lantern and a living enemy ninja. On its own first turn a player may not, nor may Light ever (R52);
    by the `starter` rule of the Way of Shadow this binds only the player who started the game (R47).
    """
    player = state.to_move
    if not state.lanterns[player] or not state.ninjas_mask[player.other]:
        return False
    if state.first_turn_done[player]:
        return True
    is_starter = not state.first_turn_done[player.other]
    return state.rules.hidden == "shadow" and state.rules.lantern_rule == "starter" and not is_starter


def lantern_steps() -> tuple[Lantern, ...]:
    """Light no line, or one of the ten."""
    return _CHOICES


def spend(state: State) -> None:
    """Take one lantern from the player to move."""
    player = state.to_move
    state.lanterns = put(state.lanterns, player, state.lanterns[player] - 1)


def line_mask(line: str) -> int:
    """The squares of a row (`1`-`5`) or a column (`a`-`e`)."""
    return file_mask(line) if line in FILES else rank_mask(int(line))


def answer(state: State, line: str) -> bool:
    """Whether at least one living ninja of the opponent is in the line."""
    return bool(state.ninjas_mask[state.to_move.other] & line_mask(line))
