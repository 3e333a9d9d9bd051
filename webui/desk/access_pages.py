"""Getting in: the PIN, the code before there is one, and tokens for programs."""

import logging
from http import HTTPStatus
from typing import TypeGuard

from flask import Blueprint, Response, request

from device.errors import AccessError
from device.shape import choice, flag, many, maybe, text, thing, whole
from device.store.access import LONGEST_NAME, LONGEST_PIN, PIN_RULE, TOKENS, Person, Right, is_new_pin
from device.store.access.person import Token
from engine.i18n import phrase_of
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import (
    DAYS_KNOWN,
    DEVICE,
    HOURS,
    Desk,
    Slowed,
    cookie_name,
    device_cookie,
    json_object,
    require_own_page,
    session,
)
from webui.language import translator
from webui.problem import Refused, problem

_log = logging.getLogger(__name__)

CODE_HELPS = "X-Tableside-Code"
"""The header of an answer that says that the code on the box's display would be taken, too."""

LONGEST_WHO = 40
"""The longest name of who enters anything, in characters."""
_PIN = thing(
    {
        "pin": text(maxLength=LONGEST_PIN),
        "name": text(
            "Whose PIN it is; or, for the record, who gives the table's own.", maxLength=LONGEST_WHO
        ),
        "code": text(
            "The code on the box's display, where a device that is new needs one.", maxLength=LONGEST_PIN
        ),
    },
    optional=("name", "code"),
)
_NEW_PIN = thing({"pin": text(str(PIN_RULE))})
_SET_PIN = thing({"set_pin": flag("The code was right: set a PIN now.")})
_IN = thing(
    {
        "admitted": flag("This request comes from somebody who may change things."),
        "has_pin": flag("False: the one-time code on the box lets in who sets one."),
        "may_set": flag("False: the PIN stands in the settings file."),
        "right": maybe(choice(Right)),
    }
)
_NAME = thing({"name": text("To know it again by.", minLength=1, maxLength=LONGEST_NAME)})
_WHO = thing({"name": text("For the record; empty: none.", maxLength=LONGEST_WHO)})
_NEW = thing({"token": Token.SHAPE, "secret": text("Shown this once: `Authorization: Bearer ...`.")})
_HELD = thing({"tokens": many(Token.SHAPE)})


def access_pages(desk: Desk) -> Blueprint:
    """`GET /api/access`, `POST /api/login`, `/api/logout`, `/api/pin`, `/api/name`, and `/api/tokens`."""
    pages = Blueprint("access", __name__)

    @pages.app_template_global()
    def pin_is_set() -> bool:
        return desk.access.has_pin

    @pages.app_template_global()
    def pin_rule() -> str:
        return PIN_RULE.in_language(translator())

    @pages.get("/api/access")
    @described("Whether you may change anything, and how to.", returns=_IN)
    def access() -> Response:
        told = {
            "admitted": desk.admits(),
            "has_pin": desk.access.has_pin,
            "may_set": not desk.access.is_given,
            "right": None if (held := desk.right(session())) is None else held.value,
        }
        return json_answer(told)

    @pages.post("/api/login")
    @described(
        "Give the PIN, or the one-time code where there is none; a cookie then lets in.",
        takes=_PIN,
        also={200: _SET_PIN},
        problems=(401, 403, 429),
        example={"pin": "4711"},
    )
    def login() -> Response:
        _ = translator()
        require_own_page()
        pin, name, code = _given_pin(json_object())
        has_pin, slowed = desk.access.has_pin, desk.attempt(code)
        if slowed is not None:
            return _slow(slowed, has_pin=has_pin)
        named = bool(name.strip()) and bool(desk.access.people)
        person = desk.access.check_person(name, pin) if named else None
        if person is None and not desk.access.check(pin):
            desk.wrong()
            _log.warning("a wrong %s from %s", "PIN" if has_pin else "code", request.remote_addr)
            wrong = (
                _("That is not the referee's PIN.")
                if has_pin
                else _("That is not the code that the box shows.")
            )
            return problem(HTTPStatus.UNAUTHORIZED, wrong)
        desk.forgive(person)
        # the table's own PIN makes nobody somebody else
        own_name = "" if named and desk.access.person_named(name) is not None else name.strip()
        response = Response(status=HTTPStatus.NO_CONTENT.value) if has_pin else json_answer({"set_pin": True})
        _let_in(response, desk, person, own_name)
        return response

    @pages.post("/api/logout")
    @described("Leave: the cookie lets in no more.", problems=(403,))
    def logout() -> Response:
        require_own_page()
        desk.dismiss(session())
        response = Response(status=HTTPStatus.NO_CONTENT.value)
        response.delete_cookie(cookie_name(), httponly=True, samesite="Strict", secure=request.is_secure)
        return response

    @pages.post("/api/pin")
    @described(
        "Set or change the referee's PIN; everybody else has to give it anew.",
        takes=_NEW_PIN,
        needs_pin=True,
        by_token=False,
        problems=(409, 503),
        example={"pin": "271828"},
    )
    def pin() -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        _ = translator()
        given = json_object().get("pin")
        if not isinstance(given, str):
            raise Refused(HTTPStatus.BAD_REQUEST, _('Send the PIN as {"pin": "..."}.'))
        if desk.access.is_given:
            raise Refused(
                HTTPStatus.CONFLICT, _("The PIN stands in the settings file: change it there, under [web].")
            )
        if len(given) > LONGEST_PIN or not is_new_pin(given):
            raise Refused(HTTPStatus.BAD_REQUEST, PIN_RULE)
        desk.set_pin(given)
        return Response(status=HTTPStatus.NO_CONTENT.value)

    @pages.post("/api/name")
    @described(
        "Say who you are, for the record of corrections and results.",
        takes=_WHO,
        needs_pin=True,
        by_token=False,
        problems=(409,),
        example={"name": "Maria"},
    )
    def name() -> Response:
        desk.require(Right.SPECTATOR, by_token=False)
        _ = translator()
        given = json_object().get("name")
        if not _is_name(given):
            raise _no_name()
        if not desk.call(given.strip()):
            raise Refused(HTTPStatus.CONFLICT, _("That is the name of somebody with a PIN of their own."))
        return Response(status=HTTPStatus.NO_CONTENT.value)

    @pages.get("/api/tokens")
    @described("The programs that have a token.", returns=_HELD, needs_pin=True, by_token=False)
    def tokens() -> Response:
        desk.require_look(Right.DIRECTOR)
        return json_answer({"tokens": [each.as_json() for each in desk.access.tokens]})

    @pages.post("/api/tokens")
    @described(
        "Give a program a token; its secret is told this once.",
        takes=_NAME,
        returns=_NEW,
        status=201,
        needs_pin=True,
        by_token=False,
        problems=(409, 503),
        example={"name": "Scoreboard in the hall"},
    )
    def new_token() -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        _ = translator()
        name = _token_name(json_object().get("name"))
        if len(desk.access.tokens) >= TOKENS:
            raise Refused(
                HTTPStatus.CONFLICT,
                _("There are {most} tokens, which is all there may be: take one back first.", most=TOKENS),
            )
        token, secret = desk.access.new_token(name)
        return json_answer({"token": token.as_json(), "secret": secret}, HTTPStatus.CREATED)

    @pages.delete("/api/tokens/<int:number>")
    @described(
        "Take a program's token back.",
        path={"number": whole(1)},
        needs_pin=True,
        by_token=False,
        problems=(404, 503),
    )
    def revoke(number: int) -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        _ = translator()
        if not desk.access.revoke(number):
            raise Refused(HTTPStatus.NOT_FOUND, _("There is no token {number}.", number=number))
        return Response(status=HTTPStatus.NO_CONTENT.value)

    @pages.errorhandler(AccessError)
    def unkept(error: AccessError) -> Response:
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, phrase_of(error).in_language(translator()))

    return pages


def _is_name(given: object) -> TypeGuard[str]:
    return isinstance(given, str) and len(given) <= LONGEST_WHO and (given.isprintable() or not given)


def _no_name() -> Refused:
    says = translator()("A name has at most {longest} letters, on one line.", longest=LONGEST_WHO)
    return Refused(HTTPStatus.BAD_REQUEST, says)


def _given_pin(body: dict[str, object]) -> tuple[str, str, str]:
    """The PIN that was sent, whose it is, and the box's code. Raises Refused."""
    pin, name, code = body.get("pin"), body.get("name", ""), body.get("code", "")
    if not isinstance(pin, str) or len(pin) > LONGEST_PIN:
        _ = translator()
        raise Refused(HTTPStatus.BAD_REQUEST, _('Send the PIN as {"pin": "..."}.'))
    if not isinstance(code, str) or not _is_name(name):
        raise _no_name()
    return pin, name, code


def _token_name(given: object) -> str:
    """What a program is to be known by. Raises Refused."""
    if (
        not isinstance(given, str)
        or not 0 < len(given.strip()) <= LONGEST_NAME
        or not given.strip().isprintable()
    ):
        _ = translator()
        raise Refused(
            HTTPStatus.BAD_REQUEST,
            _(
                "A token needs a name of at most {longest} letters, to know it again by.",
                longest=LONGEST_NAME,
            ),
        )
    return given


def _let_in(response: Response, desk: Desk, person: Person | None, name: str) -> None:
    """A session, with the cookie that lets in from now on and the one by which the device is known again."""

    def give(name: str, value: str, seconds: int) -> None:
        response.set_cookie(
            name, value, max_age=seconds, httponly=True, samesite="Strict", secure=request.is_secure
        )

    known = device_cookie() if desk.knows_device() else None
    device = known or desk.access.remember_device(None if person is None else person.id)
    give(cookie_name(), desk.admit(person, name, device), HOURS * 3600)
    if device is not None and device != known:
        give(cookie_name() + DEVICE, device, DAYS_KNOWN * 86400)


def _slow(slowed: Slowed, *, has_pin: bool) -> Response:
    _ = translator()
    seconds = int(slowed.seconds) + 1
    if slowed.by_all:
        detail = _(
            "PINs are being guessed here, so a phone that is new waits. Give the code on the box's display "
            "with the PIN; or press a button at the board, then try again within a minute."
        )
    elif not has_pin:
        detail = _.many(
            "Too many wrong codes: try again in {count} second.",
            "Too many wrong codes: try again in {count} seconds.",
            seconds,
        )
    elif seconds < 60:
        detail = _.many(
            "Too many wrong PINs from this device: try again in {count} second.",
            "Too many wrong PINs from this device: try again in {count} seconds.",
            seconds,
        )
    else:
        detail = _.many(
            "Too many wrong PINs from this device: try again in {count} minute.",
            "Too many wrong PINs from this device: try again in {count} minutes.",
            round(seconds / 60),
        )
    answer = problem(HTTPStatus.TOO_MANY_REQUESTS, detail, seconds)
    if slowed.by_all:
        answer.headers[CODE_HELPS] = "1"
    return answer
