"""Descriptions: what an endpoint of the API takes and returns, said where it is written, for
the document that is made of it.

@pages.post("/api/command")
@described("Tell the referee something.", takes=COMMAND, returns=ACCEPTED, status=202, needs_pin=True)
def command() -> Response: ...
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeVar

from device.shape import Named, Schema


@dataclass(frozen=True, slots=True)
class Streamed:
    """An event stream: what its events are called, and the schema of the JSON that each bears."""

    event: str
    data: Schema | Named


Returned = Schema | Named | Streamed | str | tuple[str, ...] | None
"""What an endpoint answers: JSON of a schema, a stream, something of a media type or of one of several, or nothing."""
ViewT = TypeVar("ViewT", bound=Callable[..., Any])
_MARK = "described"


@dataclass(frozen=True, slots=True)
class Description:
    """What an endpoint does (`says`, a sentence), takes and returns.

    `takes` is the schema of its JSON body, or the media type of any other, `query` and `path` those of its
    parameters, `headers` of those it reads; `returns` is the schema of the JSON that it answers with
    `status`, or the media type or types of anything else, or None for no content; `also` are other answers
    that are no problems. `needs_pin`: it is for the referee; `by_token`: a program's token will do as well.
    `problems` are its own, beside those that any endpoint of its kind has. `example` is a body to try.
    """

    says: str
    returns: Returned
    takes: Schema | Named | str | None = None
    query: Mapping[str, Schema] = field(default_factory=dict)
    path: Mapping[str, Schema] = field(default_factory=dict)
    headers: Mapping[str, Schema] = field(default_factory=dict)
    status: HTTPStatus = HTTPStatus.OK
    also: Mapping[HTTPStatus, Returned] = field(default_factory=dict)
    needs_pin: bool = False
    by_token: bool = True
    problems: tuple[HTTPStatus, ...] = ()
    example: object = None


def described(
    says: str,
    *,
    returns: Returned = None,
    takes: Schema | Named | str | None = None,
    query: Mapping[str, Schema] | None = None,
    path: Mapping[str, Schema] | None = None,
    headers: Mapping[str, Schema] | None = None,
    status: int | None = None,
    also: Mapping[int, Returned] | None = None,
    needs_pin: bool = False,
    by_token: bool = True,
    problems: tuple[int, ...] = (),
    example: object = None,
) -> Callable[[ViewT], ViewT]:
    """Describes a view function; to be written below the route. See Description.

    Where nothing is returned the status is 204.
    """
    usual = HTTPStatus.NO_CONTENT if returns is None else HTTPStatus.OK
    found = Description(
        says,
        returns,
        takes,
        query or {},
        path or {},
        headers or {},
        usual if status is None else HTTPStatus(status),
        {HTTPStatus(each): what for each, what in (also or {}).items()},
        needs_pin,
        by_token,
        tuple(map(HTTPStatus, problems)),
        example,
    )

    def mark(view: ViewT) -> ViewT:
        setattr(view, _MARK, found)
        return view

    return mark


def description_of(view: Callable[..., Any]) -> Description | None:
    """What a view function was described as."""
    found = getattr(view, _MARK, None)
    return found if isinstance(found, Description) else None
