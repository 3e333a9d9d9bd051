"""What people tell a tournament: the fields of each request, and what they make of it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from device.shape import choice, many, maybe, text, whole
from engine.tournament.tournament_reducer import LENGTH, LONGEST, ROUNDS
from engine.tournament.tournament_values import (
    Entrant,
    EventPlan,
    How,
    PairingFormat,
    PairingOutcome,
    Seeding,
)
from webui.commands.command_fields import RequestField, member, one_of, or_not, whole_number, wrong, yes_or_no
from webui.language import translator

LIST = 60_000
"""The longest list of names, in characters."""


def _words(says: str, most: int, *, lines: bool = False) -> RequestField:
    def read(name: str, value: object) -> str:
        _ = translator()
        plain = (
            value.replace("\n", "").replace("\r", "").replace("\t", "")
            if lines and isinstance(value, str)
            else value
        )
        if (
            not isinstance(value, str)
            or len(value) > most
            or not isinstance(plain, str)
            or not plain.isprintable()
        ):
            raise wrong(
                _(
                    "'{name}' must be a name of at most {longest} letters on one line.",
                    name=name,
                    longest=most,
                )
            )
        return value

    return RequestField(text(says, maxLength=most), read)


def _number(name: str, value: object, low: int, high: int) -> int:
    _ = translator()
    if type(value) is int and low <= value <= high:
        return value
    raise wrong(_("'{name}' must be a whole number from {low} to {high}.", name=name, low=low, high=high))


def _rating(name: str, value: object) -> int | None:
    return None if value is None else _number(name, value, 1, 9999)


def _score(name: str, value: object) -> tuple[int, int] | None:
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2:
        return _number(name, value[0], 0, 999), _number(name, value[1], 0, 999)
    _ = translator()
    raise wrong(_("'{name}' must be two numbers: White's points and Black's.", name=name))


def _how(name: str, value: object) -> How:
    return member(name, value, How)


_SHARED = {
    "length": whole_number(range(LENGTH + 1), "Points of a match; 0: as agreed."),
    "rounds": whole_number(range(ROUNDS + 1), "Of a Swiss; 0: as many as tell a winner."),
}
BEGIN: Mapping[str, RequestField] = {
    "name": _words("What it is called.", LONGEST),
    "format": one_of(PairingFormat),
    "length": or_not(_SHARED["length"], 7),
    "rounds": or_not(_SHARED["rounds"], 0),
    "cycles": or_not(whole_number(range(1, 3), "How often everybody meets everybody in a round robin."), 1),
    "third_place": or_not(yes_or_no("The losers of the half-finals play for it."), False),
    "consolation": or_not(yes_or_no("Who loses their first match plays on in a second bracket."), False),
    "seeding": or_not(one_of(Seeding, "The order of the first round."), Seeding.LOT),
    "names": or_not(
        _words("Players, a name a line; a rating and a club may follow, after `;`.", LIST, lines=True), ""
    ),
}
PLAN: Mapping[str, RequestField] = {
    "name": or_not(_words("What it is called.", LONGEST)),
    "length": or_not(_SHARED["length"]),
    "rounds": or_not(_SHARED["rounds"]),
}
NAMES: Mapping[str, RequestField] = {
    "names": _words("A name a line; a rating and a club may follow, after `;`.", LIST, lines=True)
}
PERSON: Mapping[str, RequestField] = {
    "name": or_not(_words("The name.", LONGEST)),
    "rating": or_not(RequestField(maybe(whole(1, 9999)), _rating), ...),
    "club": or_not(_words("The club.", LONGEST)),
    "gone": or_not(yes_or_no("Takes part no more.")),
}
PAIRING = RequestField(whole(1), lambda name, value: _number(name, value, 1, 10**9))
RESULT: Mapping[str, RequestField] = {
    "pairing": PAIRING,
    "winner": RequestField(
        maybe(whole(1)), lambda name, value: 0 if value is None else _number(name, value, 1, 10**6)
    ),
    "score": or_not(RequestField(maybe(many(whole(0, 999), minItems=2, maxItems=2)), _score)),
    "how": or_not(RequestField(choice(How), _how), How.PLAYED),
}
CLEAR: Mapping[str, RequestField] = {"pairing": PAIRING}
ANSWER: Mapping[str, RequestField] = {
    "table": _words("Of the match.", LONGEST),
    "match": RequestField(whole(1), lambda name, value: _number(name, value, 1, 10**9)),
    "pairing": RequestField(
        maybe(whole(1)), lambda name, value: None if value is None else _number(name, value, 1, 10**9)
    ),
}
CLOSE: Mapping[str, RequestField] = {"closed": yes_or_no()}
NOTHING: Mapping[str, RequestField] = {}


def plan_of(given: Mapping[str, Any], lot: int) -> EventPlan:
    """The plan of a new tournament."""
    return EventPlan(**{name: value for name, value in given.items() if name != "names"}, lot=lot)


def changed_plan(plan: EventPlan, given: Mapping[str, Any]) -> EventPlan:
    """A plan with what was given of it."""
    return replace(plan, **{name: value for name, value in given.items() if value is not None})


def changed_player(player: Entrant, given: Mapping[str, Any]) -> Entrant:
    """A player with what was given of them."""
    told = {name: given[name] for name in ("name", "club") if given[name] is not None}
    rating = player.rating if given["rating"] is ... else given["rating"]
    return replace(player, rating=rating, **told)


def outcome_of(given: Mapping[str, Any]) -> PairingOutcome:
    """The outcome that was entered."""
    return PairingOutcome(given["winner"], given["score"], given["how"])
