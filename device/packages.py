"""Packages: what is installed, in which version, and what others add to Tableside, by entry points of its groups
(docs/plugins.md).
"""

import logging
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, entry_points, version
from typing import Any

GROUPS = ("cameras", "signals", "hooks", "record_formats")
"""What can be added: each is an entry point group, `tableside.cameras` and so on."""
_log = logging.getLogger(__name__)


def installed_version(package: str = "tableside") -> str:
    """The version of a package; empty where it is not installed, as in a folder of sources."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


@cache
def plugins(group: str) -> Mapping[str, Any]:
    """What other packages add to a group, by name; one that cannot be loaded is left out, and told of in the log."""
    found: dict[str, Any] = {}
    for point in entry_points(group=f"tableside.{group}"):
        try:
            found[point.name] = point.load()
        except Exception as error:  # noqa: BLE001 - whatever another package does, the table goes on without it
            _log.error("%s of %s cannot be used: %r", point.name, group, error)
    return found
