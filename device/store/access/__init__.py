"""Access: who may change anything at a table. The PIN, people with PINs of their own, a code for who sets
it, tokens for programs.
"""

from device.store.access.access_control import (
    FILE,
    LONGEST_NAME,
    LONGEST_PIN,
    PHRASE,
    PIN_RULE,
    TOKENS,
    Access,
    is_new_pin,
    is_pin,
)
from device.store.access.guests import BoxCode
from device.store.access.person import PEOPLE, Person, Right, Token

__all__ = [
    "FILE",
    "LONGEST_NAME",
    "LONGEST_PIN",
    "PEOPLE",
    "PHRASE",
    "PIN_RULE",
    "TOKENS",
    "Access",
    "BoxCode",
    "Person",
    "Right",
    "Token",
    "is_new_pin",
    "is_pin",
]
