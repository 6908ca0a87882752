"""Rules as text and as JSON: the name of a preset, or every choice spelled out."""

from collections.abc import Mapping
from typing import Any

from onitama.cards import Deck
from onitama.errors import OnitamaError, shown
from onitama.notation.misread import misread, whole_number
from onitama.player import parse_player
from onitama.rules import PRESETS, Rules

__all__ = ["HIDDEN_WAYS", "format_rules", "parse_rules", "rules_from_json", "rules_to_json"]

_KEYS = ("deck", "spirit", "wind_cards", "hidden", "lantern_rule", "light_player")
HIDDEN_WAYS: Mapping[str, dict[str, Any]] = {
    "shadow": {"hidden": "shadow"},
    "light-red": {"hidden": "light", "light_player": "red"},
    "light-blue": {"hidden": "light", "light_player": "blue"},
}
"""The hidden games by their names in text, as JSON."""


def rules_to_json(rules: Rules) -> str | dict[str, Any]:
    """The name of the preset, or an object with every choice."""
    for name, one in PRESETS.items():
        if one == rules:
            return name
    data: dict[str, Any] = {
        "deck": None if rules.deck is None else [one.name for one in rules.deck],
        "spirit": rules.spirit,
        "wind_cards": rules.wind_cards,
        "hidden": rules.hidden,
        "lantern_rule": rules.lantern_rule,
    }
    if rules.light_player is not None:
        data["light_player"] = str(rules.light_player)
    return data


def rules_from_json(data: object) -> Rules:
    """The rules that `rules_to_json` wrote.

    Raises:
        NotationError: says what is wrong with which part.
    """
    if isinstance(data, str):
        if data not in PRESETS:
            raise misread("rules", f"there is no preset {shown(data)}; there are {', '.join(PRESETS)}")
        return PRESETS[data]
    if not isinstance(data, Mapping):
        raise misread("rules", f"expected a preset's name or an object, found {shown(data)}")
    for key in data:
        if key not in _KEYS:
            raise misread("rules", f"expected {', '.join(_KEYS)}, found {shown(key)}")
    deck = data.get("deck")
    if deck is not None and not (isinstance(deck, list) and all(isinstance(one, str) for one in deck)):
        raise misread("rules", f"expected a deck as a list of names, found {shown(deck)}")
    choices = {key: data[key] for key in ("spirit", "wind_cards", "hidden", "lantern_rule") if key in data}
    for value in choices.values():
        if not isinstance(value, str | int | None):
            raise misread("rules", f"expected texts, numbers and true or false, found {shown(value)}")
    try:
        light = data.get("light_player")
        return Rules(
            deck=None if deck is None else Deck.of(*deck),
            light_player=None if light is None else parse_player(light),
            **choices,
        )
    except OnitamaError as error:
        raise misread("rules", error) from None


def format_rules(rules: Rules) -> str:
    """The name of the preset, or what differs from the base game.

    >>> format_rules(PRESETS["way-of-shadow"]), format_rules(Rules(spirit=True, hidden="light", wind_cards=1))
    ('way-of-shadow', 'spirit=yes wind-cards=1 hidden=light-red')
    """
    name = rules_to_json(rules)
    if isinstance(name, str):
        return name
    words = []
    if rules.deck is not None:
        words.append(f"deck={','.join(one.slug for one in rules.deck)}")
    if rules.spirit:
        words.append("spirit=yes")
    if rules.wind_cards is not None:
        words.append(f"wind-cards={rules.wind_cards}")
    if rules.hidden is not None:
        words.append(
            f"hidden={rules.hidden}" + ("" if rules.light_player is None else f"-{rules.light_player}")
        )
    if rules.lantern_rule != "both":
        words.append(f"lantern-rule={rules.lantern_rule}")
    return " ".join(words)


def parse_rules(text: str) -> Rules:
    """The rules that `format_rules` wrote.

    Raises:
        NotationError: says what is wrong with which part.
    """
    if not isinstance(text, str) or "=" not in text:
        return rules_from_json(text)
    data: dict[str, Any] = {}
    for word in text.split():
        match word.partition("="):
            case ["deck", _, names]:
                data["deck"] = names.split(",")
            case ["spirit", _, "yes"]:
                data["spirit"] = True
            case ["wind-cards", _, number]:
                data["wind_cards"] = whole_number(number, "rules, wind-cards")
            case ["hidden", _, way] if way in HIDDEN_WAYS:
                data |= HIDDEN_WAYS[way]
            case ["lantern-rule", _, rule]:
                data["lantern_rule"] = rule
            case _:
                raise misread("rules", f"expected deck=, hidden=shadow and the like, found {shown(word)}")
    return rules_from_json(data)
