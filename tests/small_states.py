"""Short ways to write down a state for an example: the six rules and a board from a few words."""

from reference_rules import SQUARES, State, legal_steps, play

BASE: State = {"spirit": False, "hidden": None, "lantern_rule": "both"}
WIND: State = {"spirit": True, "hidden": None, "lantern_rule": "both"}
SHADOW: State = {"spirit": False, "hidden": "shadow", "lantern_rule": "both"}
SHADOW_STARTER: State = {"spirit": False, "hidden": "shadow", "lantern_rule": "starter"}
SHADOW_WIND: State = {"spirit": True, "hidden": "shadow", "lantern_rule": "both"}
LIGHT: State = {"spirit": False, "hidden": "light", "lantern_rule": "both", "light_player": "red"}
LIGHT_WIND: State = {"spirit": True, "hidden": "light", "lantern_rule": "both", "light_player": "red"}


def side_of(text: str) -> State:
    """One side from "Mc1 Sa1 Nb2 Rd4 L2": master, student, hidden ninja, revealed ninja, lanterns."""
    words = text.split()
    at = {letter: [word[1:] for word in words if word[0] == letter] for letter in "MSNRL"}
    return {
        "master": at["M"][0] if at["M"] else None,
        "students": sorted(at["S"], key=SQUARES.index),
        "ninjas": sorted(at["N"] + at["R"], key=SQUARES.index),
        "revealed": sorted(at["R"], key=SQUARES.index),
        "lanterns": int(at["L"][0]) if at["L"] else 0,
    }


def board(
    rules: State,
    red: str,
    blue: str,
    hand: str,
    *,
    spirit: str | None = None,
    to_move: str = "red",
    turn: int = 5,
) -> State:
    """A state between turns: the mover holds `hand`, the other Crab and Tiger; Crane is at the side."""
    mine, other = hand.split(), ["Crab", "Tiger"]
    return {
        "rules": rules,
        "red": side_of(red),
        "blue": side_of(blue),
        "spirit": spirit,
        "hands": {"red": mine, "blue": other} if to_move == "red" else {"red": other, "blue": mine},
        "side": "Crane",
        "to_move": to_move,
        "turn_number": turn,
        "first_turn_done": {"red": turn > 2, "blue": turn > 2},
    }


def with_card(state: State, slug: str) -> list[str]:
    """The legal steps that use this card, without its name."""
    return [step.split(":")[1] for step in legal_steps(state) if step.startswith(slug + ":")]


def play_all(state: State, *steps: str) -> State:
    """The state after several steps."""
    for step in steps:
        state = play(state, step)
    return state
