"""Random consistent positions as JSON, for every combination of rules: stranger than games get."""

from random import Random

from reference_rules import CARDS, OTHER, SQUARES, TEMPLE, State, ascending, first_moves, is_shadow

WIND_CARDS = [name for name in sorted(CARDS) if CARDS[name]["kind"] == "wind"]
OTHER_CARDS = [name for name in sorted(CARDS) if CARDS[name]["kind"] != "wind"]
BORDER = [square for square in SQUARES if square[0] in "ae" or square[1] in "15"]


def random_rules(rng: Random) -> State:
    """Any rules: spirit or not, open, Shadow or Light, both lantern rules, either colour as Light."""
    rules: State = {
        "spirit": rng.random() < 0.5,
        "hidden": rng.choice([None, "shadow", "light"]),
        "lantern_rule": rng.choice(["both", "starter"]),
    }
    if rules["hidden"] == "light":
        rules["light_player"] = rng.choice(["red", "blue"])
    return rules


def random_state(rng: Random, rules: State | None = None) -> State:
    """A position between turns, not finished. In one of eight its player can only pass (R14, R34, R42)."""
    rules = rules or random_rules(rng)
    stuck = rng.random() < 1 / 8
    state = random_board(rng, rules, sparse=stuck)
    while stuck and not take_useless_hand(rng, state):
        state = random_board(rng, rules, sparse=True)
    return state


def random_board(rng: Random, rules: State, *, sparse: bool) -> State:
    """Pieces, cards, lanterns and the count of turns at random; if sparse, few pieces and on the border."""
    state: State = {"rules": rules}
    free = rng.sample(BORDER, len(BORDER)) if sparse else rng.sample(SQUARES, len(SQUARES))
    state["spirit"] = free.pop() if rules["spirit"] else None
    for player in ("red", "blue"):
        shadow = is_shadow({"rules": rules}, player)
        students = 0 if shadow else rng.randint(0, 1 if sparse else 2 if rules["hidden"] == "shadow" else 4)
        state[player] = {
            "master": None if shadow else random_master(rng, player, free),
            "students": ascending([free.pop() for _ in range(students)]),
            "ninjas": [],
            "revealed": [],
            "lanterns": rng.randint(0, 2) if rules["hidden"] and not shadow else 0,
        }
    deal_cards(rng, state)
    count_turns(rng, state)
    place_ninjas(rng, state)
    return state


def random_master(rng: Random, player: str, free: list[str]) -> str:
    """Take a free square for a master: anywhere but the enemy temple, often within a step or two of it."""
    allowed = [square for square in free if square != TEMPLE[OTHER[player]]]
    near_ranks = "345" if player == "red" else "123"
    near = [square for square in allowed if square[0] in "bcd" and square[1] in near_ranks]
    square = rng.choice(near if near and rng.random() < 0.3 else allowed)
    free.remove(square)
    return square


def deal_cards(rng: Random, state: State) -> None:
    """Five different cards of all sets; with the spirit any number of them Wind cards."""
    wind = rng.randint(0, 5) if state["spirit"] else 0  # R20: Wind cards only in games with the spirit
    cards = rng.sample(WIND_CARDS, wind) + rng.sample(OTHER_CARDS, 5 - wind)
    rng.shuffle(cards)
    state["hands"] = {"red": cards[0:2], "blue": cards[2:4]}
    state["side"] = cards[4]


def take_useless_hand(rng: Random, state: State) -> bool:
    """Give the player two cards with which nothing can move, if there are two."""
    names = WIND_CARDS + OTHER_CARDS if state["spirit"] else OTHER_CARDS
    useless = [name for name in names if not first_moves(state, name)]
    if len(useless) < 2:
        return False
    player, hand = state["to_move"], rng.sample(useless, 2)
    others = rng.sample([name for name in names if name not in hand], 3)
    state["hands"] = {**state["hands"], player: hand, OTHER[player]: others[:2]}
    state["side"] = others[2]
    return True


def count_turns(rng: Random, state: State) -> None:
    """The turn's number, and so whose it is and who has had a first turn; Light has the odd ones (R51)."""
    number = rng.choice([1, 2, 3, 4, 5, 6, 7, 40, 41])
    starter = state["rules"].get("light_player") or rng.choice(["red", "blue"])
    state["to_move"] = starter if number % 2 == 1 else OTHER[starter]
    state["turn_number"] = number
    state["first_turn_done"] = {starter: number > 1, OTHER[starter]: number > 2}


def place_ninjas(rng: Random, state: State) -> None:
    """Put ninjas where no pawn and no spirit is; those of the player who waits may be shown (R45)."""
    taken = [state["spirit"]]
    for player in ("red", "blue"):
        taken += [state[player]["master"], *state[player]["students"]]
    for player in ("red", "blue"):
        if state["rules"]["hidden"] == "shadow":
            count = rng.choice([0, 1, 1, 1])
        else:
            count = rng.choice([1, 2, 2]) if is_shadow(state, player) else 0
        enemy_ninjas = state[OTHER[player]]["ninjas"]
        if enemy_ninjas and count and rng.random() < 0.2:  # R43: two enemy ninjas may share a square
            state[player]["ninjas"] = list(enemy_ninjas)
        else:
            state[player]["ninjas"] = ascending(rng.sample([s for s in SQUARES if s not in taken], count))
        if player != state["to_move"]:
            state[player]["revealed"] = [square for square in state[player]["ninjas"] if rng.random() < 0.4]
