"""What each may write and read at the broker, as Mosquitto's plugin for dynamic security takes it.

A table writes what is its own and nothing else, so that nobody passes for it; it reads what the hub wants of it, and
what is told under its own name. The hub writes for all, and says who else is let in.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from device.club.link.homeassistant import slug_of
from device.club.link.topics import COPIES, HUB, SPECTATORS, STATUS, encode

Json = dict[str, Any]

CONTROL = "$CONTROL/dynamic-security/v1"
"""Where the plugin takes commands, and answers below it."""
LOG = "$SYS/broker/log/N"
"""Where the broker tells whom it has refused."""
HOME_ASSISTANT = "homeassistant"
"""The role that lies ready for Home Assistant."""
SPECTATOR = "spectator"
"""Who reads the page that `tableside share` makes, and the role of it: everybody has its password."""
ITERATIONS = 101
"""Rounds of PBKDF2, Mosquitto's own number: the passwords are made at random, 160 bits long."""
SALT_BYTES = 12
_PREFIX = "table-"


def user_of(table: str) -> str:
    """The name by which a table is known to the broker: its level in the topics."""
    return encode(table)


def role_of(table: str) -> str:
    """The role of a table, which is its own."""
    return _PREFIX + user_of(table)


def table_of(role: str) -> str | None:
    """The user whose role this is; None where it is no table's."""
    return role.removeprefix(_PREFIX) if role.startswith(_PREFIX) else None


def table_rights(table: str, prefix: str, homeassistant: str) -> list[Json]:
    """What a table may: talk below its own name, and hear the hub."""
    own = f"{prefix}/{encode(table)}/#"
    writes = [own]
    if homeassistant:
        writes.append(f"{homeassistant}/+/{slug_of(prefix, table)}/#")
    return _rights(writes, (own, f"{prefix}/{HUB}/#"))


def hub_rights(prefix: str) -> list[Json]:
    """What the hub may: all below the prefix, say who is let in, and hear whom the broker has refused."""
    # The plugin sends its own answers to nobody who is not named for it.
    answers = _right("publishClientReceive", f"{CONTROL}/#")
    return [*_rights((f"{prefix}/#", f"{CONTROL}/#"), (f"{prefix}/#", f"{CONTROL}/#", LOG)), answers]


def home_assistant_rights(prefix: str, homeassistant: str) -> list[Json]:
    """What Home Assistant may: read all but the tables' daily copies, and talk of its own."""
    barred = {**_right("publishClientReceive", f"{prefix}/+/{COPIES}"), "allow": False}
    return [*_rights((f"{homeassistant}/#",), (f"{prefix}/#", f"{homeassistant}/#")), barred]


def bar_copies(prefix: str, homeassistant: str) -> tuple[tuple[Json, ...], tuple[Json, ...]]:
    """The commands that give Home Assistant its rights of today at a broker that was set up before: those that make
    its role where that is missing, which fail where it is there, and those that change it.
    """
    if not homeassistant:
        return (), ()
    role = {"rolename": HOME_ASSISTANT, "acls": home_assistant_rights(prefix, homeassistant)}
    return ({"command": "createRole", **role},), ({"command": "modifyRole", **role},)


def spectator_password_line(password: str, salt: bytes) -> str:
    """The line of Mosquitto's file of passwords by which spectators are let in."""
    hashed = _hashed(password, salt)
    return f"{SPECTATOR}:$7${hashed['iterations']}${hashed['salt']}${hashed['password']}\n"


def spectator_rights(prefix: str) -> str:
    """What spectators may, as Mosquitto's list of rights has it: read what tables tell them, and say nothing."""
    return f"user {SPECTATOR}\ntopic read {prefix}/+/{SPECTATORS}\ntopic read {prefix}/+/{STATUS}\n"


def first_security(password: str, salt: bytes, prefix: str, homeassistant: str) -> Json:
    """What the plugin begins with: nobody is let in but the hub."""
    hub = {"username": HUB, "roles": [{"rolename": HUB}], **_hashed(password, salt)}
    roles = [{"rolename": HUB, "acls": hub_rights(prefix)}]
    if homeassistant:
        rights = home_assistant_rights(prefix, homeassistant)
        roles.append({"rolename": HOME_ASSISTANT, "acls": rights})
    return {
        "defaultACLAccess": {
            "publishClientSend": False,
            # Nobody receives but what they may subscribe to.
            "publishClientReceive": True,
            "subscribe": False,
            "unsubscribe": True,
        },
        "clients": [hub],
        "groups": [],
        "roles": roles,
    }


def let_in(table: str, password: str, prefix: str, homeassistant: str) -> tuple[Json, ...]:
    """The commands that let a table in by a password."""
    role = role_of(table)
    return (
        {"command": "createRole", "rolename": role, "acls": table_rights(table, prefix, homeassistant)},
        {"command": "createClient", "username": user_of(table), "password": password,
         "roles": [{"rolename": role}]},
    )  # fmt: skip


def send_away(table: str) -> tuple[Json, ...]:
    """The commands by which a table is let in no more; its connection ends at once."""
    return (
        {"command": "deleteClient", "username": user_of(table)},
        {"command": "deleteRole", "rolename": role_of(table)},
    )


def _rights(writes: Sequence[str], reads: Sequence[str]) -> list[Json]:
    return [_right("publishClientSend", each) for each in writes] + [
        _right("subscribePattern", each) for each in reads
    ]


def _right(kind: str, topic: str) -> Json:
    return {"acltype": kind, "topic": topic, "priority": 0, "allow": True}


def _hashed(password: str, salt: bytes) -> Mapping[str, object]:
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    return {
        "password": base64.b64encode(digest).decode(),
        "salt": base64.b64encode(salt).decode(),
        "iterations": ITERATIONS,
    }
