"""Every rule of the game a second time, as plainly as possible: the opinion the package is checked against.

Nothing here comes from the package but the card pictures, and nothing here is fast. A state is the JSON form
of a position, a square is its name ("c1"), a step is its notation ("boar:c1c2"). R-numbers name the rules.

    legal_steps(state)   the step strings that may be played, sorted
    play(state, step)    the state after one step
    outcome(state)       None, or (winner, "stone" | "stream")
    perft(state, turns)  how many step sequences complete exactly that many turns
    start(...)           the state after a deal made by hand
"""

import json
import tomllib
from pathlib import Path
from typing import Any

State = dict[str, Any]
Grid = list[tuple[int, int]]

FILES = "abcde"
RANKS = "12345"
SQUARES = [file + rank for rank in RANKS for file in FILES]  # R1: a1 b1 … e5, "ascending"
TEMPLE = {"red": "c1", "blue": "c5"}  # R1
HOME_RANK = {"red": "1", "blue": "5"}  # R1
OTHER = {"red": "blue", "blue": "red"}


# Cards ------------------------------------------------------------------------------------------------------


def read_picture(picture: str) -> Grid:
    """The (dx, dy) of every x in a picture drawn from the owner's seat, dy > 0 toward the opponent (R2)."""
    rows = [line.split() for line in picture.split("\n")]
    return [(column - 2, 2 - row) for row in range(5) for column in range(5) if rows[row][column] == "x"]


def read_cards() -> dict[str, dict[str, Any]]:
    """All cards by name, each with its kind, stamp, slug and three grids."""
    file = Path(__file__).parent.parent / "src" / "onitama" / "cards.toml"
    cards = {}
    for entry in tomllib.loads(file.read_text(encoding="utf-8"))["card"]:
        grid = read_picture(entry["moves"])
        cards[entry["name"]] = {
            "slug": entry["name"].lower().replace(" ", "-"),
            "kind": entry["kind"],
            "stamp": entry.get("stamp"),
            # R22: spirit and ninjas use the students' grid. R31, R60: of a Wind card pawns and ninjas use the
            # first grid, the spirit the second.
            "students": grid,
            "master": read_picture(entry["master_moves"]) if entry["kind"] == "dual" else grid,
            "spirit": read_picture(entry["spirit_moves"]) if entry["kind"] == "wind" else grid,
        }
    return cards


CARDS = read_cards()
NAME_OF_SLUG = {card["slug"]: name for name, card in CARDS.items()}


def reach(origin: str, grid: Grid, player: str) -> list[str]:
    """The squares on the board that a grid reaches from a square; Blue's grids are turned round (R2)."""
    sign = 1 if player == "red" else -1
    squares = []
    for dx, dy in grid:
        x = FILES.index(origin[0]) + sign * dx
        y = RANKS.index(origin[1]) + sign * dy
        if 0 <= x <= 4 and 0 <= y <= 4:  # R12: on the board; nothing blocks on the way
            squares.append(FILES[x] + RANKS[y])
    return squares


# Who stands where -------------------------------------------------------------------------------------------


def pawns(state: State, player: str) -> list[str]:
    """The squares of a player's students and master (R3)."""
    master = state[player]["master"]
    return [*state[player]["students"], *([master] if master else [])]


def is_shadow(state: State, player: str) -> bool:
    """Whether the player is the Shadow side of the Way of Light: ninjas only, no pawns (R50)."""
    return bool(state["rules"]["hidden"] == "light" and state["rules"]["light_player"] != player)


def outcome(state: State) -> tuple[str, str] | None:
    """Who has won and by which Way, seen from the board alone."""
    if "turn" in state and state["turn"]["phase"] == "place":
        return None  # the ninjas are not on the board yet
    for player in ("red", "blue"):
        enemy = OTHER[player]
        if is_shadow(state, enemy):
            beaten = not state[enemy]["ninjas"]  # R53: the last ninja captured, wherever that was
        else:
            beaten = state[enemy]["master"] is None  # R15: the master captured
        if beaten:
            return player, "stone"  # R15, R53: both in one move is recorded as Stone
    for player in ("red", "blue"):
        if state[player]["master"] == TEMPLE[OTHER[player]]:
            return player, "stream"  # R15, R48, R53: only the master, only the enemy temple
    return None


# What may move where ----------------------------------------------------------------------------------------


def moves(state: State, origins: list[str], grid: Grid) -> list[str]:
    """Moves like "c1c2" of own pieces: not onto own pieces (R12, R43), not onto the spirit (R33, R60)."""
    player = state["to_move"]
    closed = [*pawns(state, player), *state[player]["ninjas"], state["spirit"]]
    steps = [(origin, target) for origin in origins for target in reach(origin, grid, player)]
    return [origin + target for origin, target in steps if target not in closed]


def pawn_moves(state: State, card: str) -> list[str]:
    """Moves of the mover's pawns; in Light, Shadow's ninjas stand in for pawns (R51, R60)."""
    side, grids = state[state["to_move"]], CARDS[card]
    if is_shadow(state, state["to_move"]):
        return moves(state, side["ninjas"], grids["students"])
    master = [side["master"]] if side["master"] else []
    return moves(state, master, grids["master"]) + moves(state, side["students"], grids["students"])


def spirit_moves(state: State, card: str) -> list[str]:
    """Moves of the spirit: anywhere but onto a master (R31, R33), so onto a hidden ninja too (R60)."""
    if state["spirit"] is None:
        return []
    masters = [state["red"]["master"], state["blue"]["master"]]
    targets = reach(state["spirit"], CARDS[card]["spirit"], state["to_move"])
    return [state["spirit"] + target for target in targets if target not in masters]


def first_moves(state: State, card: str) -> list[str]:
    """All moves that may begin a turn with this card."""
    if CARDS[card]["kind"] == "wind":
        return pawn_moves(state, card) or spirit_moves(state, card)  # R32: the spirit's part if no pawn can
    return pawn_moves(state, card) + spirit_moves(state, card)  # R31: a pawn or the spirit


# Legal steps ------------------------------------------------------------------------------------------------


def legal_steps(state: State) -> list[str]:
    """The step strings that may be played now, sorted; none once the game is over."""
    if outcome(state) is not None:
        return []
    turn = state.get("turn", {"phase": "move"})
    if turn["phase"] == "place":
        steps = place_steps(state)
    elif turn["phase"] == "move":
        steps = move_steps(state)
    elif turn["phase"] == "ninja":
        steps = ninja_steps(state, turn["card"])
    elif turn["phase"] == "spirit":
        steps = ["spirit:" + move for move in spirit_moves(state, turn["card"])]
    else:
        steps = ["lantern:" + line for line in [*FILES, *RANKS, "none"]]  # R47: a row or a column
    return sorted(steps)


def place_steps(state: State) -> list[str]:
    """Where the mover may put its ninja (R40: home row, b or d) or its two ninjas (R50: anywhere on it)."""
    rank = HOME_RANK[state["to_move"]]
    if state["rules"]["hidden"] == "shadow":
        return [f"place:b{rank}", f"place:d{rank}"]
    return [f"place:{one}{rank}{two}{rank}" for one in FILES for two in FILES if one < two]


def move_steps(state: State) -> list[str]:
    """The first step of a turn; a pass with either card if no pawn and no spirit can move (R14, R34, R42)."""
    hand = state["hands"][state["to_move"]]
    steps = [f"{CARDS[card]['slug']}:{move}" for card in hand for move in first_moves(state, card)]
    return steps or [f"{CARDS[card]['slug']}:pass" for card in hand]


def ninja_steps(state: State, card: str) -> list[str]:
    """Stay (R41: moving is optional), move, and where no enemy pawn stands move and challenge (R46)."""
    player, enemy = state["to_move"], OTHER[state["to_move"]]
    steps = ["ninja:stay"]
    for move in moves(state, state[player]["ninjas"], CARDS[card]["students"]):
        steps.append("ninja:" + move)
        if state[enemy]["ninjas"] and move[2:] not in pawns(state, enemy):
            steps.append("ninja:" + move + "!")
    return steps


# Playing ----------------------------------------------------------------------------------------------------


def play(state: State, step: str) -> State:
    """The state after one legal step; the given state stays as it was."""
    if step not in legal_steps(state):
        raise ValueError(f"{step} is not legal here")
    return play_unchecked(state, step)


def play_unchecked(state: State, step: str) -> State:
    """The same, for a step known to be legal."""
    state = json.loads(json.dumps(state))  # a copy
    word, text = step.split(":")
    if word == "place":
        place(state, text)
    elif word == "ninja":
        if text != "stay":
            move_ninja(state, text[:2], text[2:4], challenge=text.endswith("!"))
        after_ninja(state)
    elif word == "spirit":
        move_spirit(state, text[2:])
        exchange(state, state["turn"]["card"])
    elif word == "lantern":
        if text != "none":
            state[state["to_move"]]["lanterns"] -= 1  # R47: the lantern is spent, whatever the answer
        end_turn(state)
    else:
        play_card(state, NAME_OF_SLUG[word], text)
    if outcome(state) is not None:
        state.pop("turn", None)  # R15: over at once, no exchange
    return state


def place(state: State, text: str) -> None:
    """Put down the ninjas, the second player first. When all are down the starter begins its first turn."""
    player, other = state["to_move"], OTHER[state["to_move"]]
    state[player]["ninjas"] = ascending([text[i : i + 2] for i in range(0, len(text), 2)])
    if state["rules"]["hidden"] == "light":
        del state["turn"]
        state["to_move"] = other  # R51: Light starts
    elif state[other]["ninjas"]:
        del state["turn"]  # the starter has placed last, and moves
    else:
        state["to_move"] = other


def play_card(state: State, card: str, text: str) -> None:
    """The step that chooses the card: a pawn's move, or the spirit's in its place, or a pass."""
    side, origin, target = state[state["to_move"]], text[:2], text[2:]
    pawn_or_ninja_moves = text != "pass" and origin != state["spirit"]
    if origin == state["spirit"]:
        move_spirit(state, target)
    elif origin in side["ninjas"]:
        move_ninja(state, origin, target, challenge=False)  # Shadow in the Way of Light
    elif pawn_or_ninja_moves:
        move_pawn(state, origin, target)
    spirit_due = pawn_or_ninja_moves and CARDS[card]["kind"] == "wind"  # R31: then it moves the spirit
    state["turn"] = {"phase": "ninja", "card": card, "spirit_due": spirit_due}
    if state["rules"]["hidden"] != "shadow" or not side["ninjas"]:
        after_ninja(state)  # R42: a living ninja always has its step


def after_ninja(state: State) -> None:
    """On to the spirit's part of a Wind card if it is due and possible (R32, R60), else to the exchange."""
    if outcome(state) is not None:
        return
    if state["turn"]["spirit_due"] and spirit_moves(state, state["turn"]["card"]):
        state["turn"]["phase"] = "spirit"
    else:
        exchange(state, state["turn"]["card"])


def exchange(state: State, card: str) -> None:
    """The side card takes the used card's place in the hand (R13); then the lantern, or the turn ends."""
    player = state["to_move"]
    hand = state["hands"][player]
    hand[hand.index(card)] = state["side"]
    state["side"] = card
    if may_light(state):
        state["turn"] = {"phase": "lantern", "card": None, "spirit_due": False}
    else:
        end_turn(state)


def may_light(state: State) -> bool:
    """Whether the mover may light a lantern at the end of this turn (R47; R52: Light is the starter)."""
    player = state["to_move"]
    if state["rules"]["lantern_rule"] == "starter":
        too_early = not any(state["first_turn_done"].values())  # only the starting player has to wait
    else:
        too_early = not state["first_turn_done"][player]
    return state[player]["lanterns"] > 0 and bool(state[OTHER[player]]["ninjas"]) and not too_early


def end_turn(state: State) -> None:
    """The turn passes to the other player, whose ninjas are hidden again (R45)."""
    player, other = state["to_move"], OTHER[state["to_move"]]
    state.pop("turn", None)
    state["first_turn_done"][player] = True  # R47: a pass counts as a turn
    state["to_move"] = other
    state["turn_number"] += 1
    state[other]["revealed"] = []


# Moving the pieces ------------------------------------------------------------------------------------------


def ascending(squares: list[str]) -> list[str]:
    """The squares in the board's order."""
    return sorted(squares, key=SQUARES.index)


def relocate(side: State, kind: str, origin: str, target: str) -> None:
    """Let the piece of this kind that stands on origin, if there is one, stand on target."""
    side[kind] = ascending([target if square == origin else square for square in side[kind]])


def take_pawn(side: State, square: str) -> None:
    """Capture this side's pawn on the square, if there is one."""
    side["master"] = None if side["master"] == square else side["master"]
    side["students"] = [other for other in side["students"] if other != square]


def take_ninja(side: State, square: str) -> None:
    """Capture this side's ninja on the square, if there is one."""
    side["ninjas"] = [other for other in side["ninjas"] if other != square]
    side["revealed"] = [other for other in side["revealed"] if other != square]


def move_pawn(state: State, origin: str, target: str) -> None:
    """Move a pawn; what the enemy has on the square is captured, a ninja too (R12, R44)."""
    side, enemy = state[state["to_move"]], state[OTHER[state["to_move"]]]
    if side["master"] == origin:
        side["master"] = target
    relocate(side, "students", origin, target)
    take_pawn(enemy, target)
    take_ninja(enemy, target)


def move_ninja(state: State, origin: str, target: str, challenge: bool) -> None:
    """Move a ninja; it captures a pawn there, or by a challenge a ninja; either shows it (R45, R46)."""
    side, enemy = state[state["to_move"]], state[OTHER[state["to_move"]]]
    relocate(side, "ninjas", origin, target)
    relocate(side, "revealed", origin, target)  # the spirit has shown it this turn: it stays so (R60)
    if challenge or target in pawns(state, OTHER[state["to_move"]]):
        side["revealed"] = ascending(list({*side["revealed"], target}))
    take_pawn(enemy, target)
    if challenge:
        take_ninja(enemy, target)


def move_spirit(state: State, target: str) -> None:
    """Move the spirit; a student or ninjas there swap with it, and the ninjas are shown (R33, R60)."""
    for side in (state["red"], state["blue"]):
        relocate(side, "students", target, state["spirit"])
        relocate(side, "ninjas", target, state["spirit"])
        relocate(side, "revealed", target, state["spirit"])
        if state["spirit"] in side["ninjas"]:
            side["revealed"] = ascending(list({*side["revealed"], state["spirit"]}))
    state["spirit"] = target


# Counting, and the start ------------------------------------------------------------------------------------


def perft(state: State, turns: int) -> int:
    """How many step sequences complete exactly this many turns; a winning step completes its turn."""
    if turns == 0:
        return 1
    total = 0
    for step in legal_steps(state):
        child = play_unchecked(state, step)
        if outcome(child) is not None:
            total += 1 if turns == 1 else 0  # a finished game has no children
        elif child["turn_number"] == state["turn_number"]:
            total += perft(child, turns)  # the turn goes on, or the ninjas are being placed
        else:
            total += perft(child, turns - 1)
    return total


def start(rules: State, red: list[str], blue: list[str], side: str, starter: str | None = None) -> State:
    """The first state of a game: pieces set up, cards dealt by hand (R10, R18, R30, R40, R50)."""
    hidden = rules["hidden"]
    if hidden == "light":
        starter = rules["light_player"]  # R51: Light always starts
    else:
        starter = starter or CARDS[side]["stamp"] or "red"  # R11, R18, R35
    state: State = {"rules": rules}
    for player in ("red", "blue"):
        files = "ae" if hidden == "shadow" else "abde"
        state[player] = {
            "master": TEMPLE[player],
            "students": [file + HOME_RANK[player] for file in files],
            "ninjas": [],
            "revealed": [],
            "lanterns": 2 if hidden else 0,
        }
        if is_shadow(state, player):
            state[player].update(master=None, students=[], lanterns=0)  # R50, R52
    state["spirit"] = "c3" if rules["spirit"] else None
    state["hands"] = {"red": list(red), "blue": list(blue)}
    state["side"] = side
    state["to_move"] = starter
    state["turn_number"] = 1
    state["first_turn_done"] = {"red": False, "blue": False}
    if hidden:  # the second player places first; in Light that is Shadow, the only one with ninjas
        state["turn"] = {"phase": "place", "card": None, "spirit_due": False}
        state["to_move"] = OTHER[starter]
    return state
