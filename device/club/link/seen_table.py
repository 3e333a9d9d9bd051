"""Seen: what a hub knows of a table, for whoever shows it."""

import re
from dataclasses import dataclass

from device.club.link.wire import Json, unpacked
from device.errors import WireError

LARGEST_SNAPSHOT = 1 << 16
"""How many bytes a snapshot may have; one has about four thousand."""
MOST_LEVELS = 50
"""How deep a snapshot may be; one has six levels."""
_PARTS: dict[str, tuple[type, ...]] = {
    "table": (str,),
    "seq": (int,),
    "match": (dict,),
    "game": (dict,),
    "says": (str,),
    "cube": (dict,),
    "score": (dict,),
    "camera": (dict,),
    "fault": (dict, type(None)),
    "position": (dict, type(None)),
    "clock": (dict, type(None)),
    "to_play": (str, type(None)),
    "roll": (list, dict, type(None)),
    "question": (dict, type(None)),
}


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A table as the hub knows it now.

    `log` is its log's id, `key` what its events are filed under in the archive, which has all up to number `upto`.
    `seen` is when it was last heard of, in seconds since 1970; `heard` when its `snapshot` came, by the hub's stopwatch
    (a clock that runs stands in it as it was then); `snapshot` is what `GET /api/state` of the table gives;
    `names`: whether the table names its players to whoever looks on from elsewhere.
    """

    name: str
    log: str
    key: str
    page: str
    version: str
    simulated: bool
    online: bool
    seen: float | None
    heard: float | None
    snapshot: Json | None
    upto: int
    names: bool = False

    def as_json(self) -> Json:
        """What the hub's pages are told beside the snapshot."""
        return {
            "name": self.name,
            "log": self.log,
            "key": self.key,
            "page": self.page,
            "version": self.version,
            "simulated": self.simulated,
            "online": self.online,
            "seen": self.seen,
            "upto": self.upto,
        }


@dataclass(frozen=True, slots=True)
class Change:
    """That something of the table called `name` has changed.

    `what`: `snapshot`, `status` (it came, went, or is another), `events` (more are in the archive), `removed` (matches
    or names have gone from the archive, or were sent anew) or `waiting` (others want to join than before; of no name).
    """

    name: str
    what: str


def parse_snapshot(payload: bytes, name: str) -> Json:
    """The snapshot of a table of that name, at a glance. Raises WireError."""
    if len(payload) > LARGEST_SNAPSHOT:
        raise WireError(f"it has {len(payload)} bytes")
    snapshot = unpacked(payload)
    if not _is_shallow(snapshot):
        raise WireError("it is too deep")
    for part, kinds in _PARTS.items():
        if part not in snapshot or not isinstance(snapshot[part], kinds):
            raise WireError(f"its {part} is none")
    if snapshot["table"] != name:
        raise WireError("it is another table's")
    return snapshot


def _is_shallow(value: object) -> bool:
    """Whether a value has few enough levels to be told on by whoever is called from deep down themselves."""
    level = [value]
    for _ in range(MOST_LEVELS):
        inner = [
            each.values() if isinstance(each, dict) else each
            for each in level
            if isinstance(each, (dict, list))
        ]
        level = [each for some in inner for each in some]
        if not level:
            return True
    return False


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A key to sort names of tables by: 2 before 10, letters after numbers.

    >>> sorted(["10", "Bar", "2"], key=natural)
    ['2', '10', 'Bar']
    """
    pieces = re.findall(r"([0-9]{1,18})|([^0-9]+|[0-9]+)", name.casefold())
    return tuple((0, int(number), "") if number else (1, 0, text) for number, text in pieces)
