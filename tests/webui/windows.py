"""Windows of a browser that one test after another looks through: to open one takes as long as to load a page in it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any

from playwright.sync_api import Error, Page

Handlers = dict[str, Callable[[Any], None]]
"""What hears of the events of a page, by the event's name."""

UNUSUAL = (
    "add_init_script",
    "clock",
    "context",
    "expose_binding",
    "expose_function",
    "on",
    "once",
    "route",
    "route_web_socket",
)
"""What may be done by a page that cannot be taken back: its window is not lent again."""
STILL = "/static/icon.svg"
"""What a window shows that nobody has. It is of the site that was looked at: to go to another and back, as to a page
with nothing in it, takes the browser two processes more, a third of what a page takes.
"""
_hear = Page.on


def _site_of(address: str) -> str:
    """The site of a page, "" where it is of none."""
    return "/".join(address.split("/")[:3]) if address.startswith("http") else ""


@dataclass(frozen=True)
class Window:
    """A window: its options in words and as they are, its context, what empties it, and the sites that its page has shown
    since it was lent.
    """

    kind: str
    options: dict[str, Any]
    context: Any
    cleaner: Any
    shown: set[str]


class Windows:
    """The windows of a browser; one that comes back as it was is lent to the next who wants one alike."""

    def __init__(self, browser: Any, patience: float) -> None:
        self._browser, self._patience = browser, patience
        self._all: dict[Any, Window] = {}
        self._free: dict[str, list[Any]] = {}
        self._spoilt: set[Any] = set()

    def lend(self, size: tuple[int, int], options: dict[str, Any], hears: Handlers) -> Any:
        """A page on which nothing happens, in a window that was made with these options."""
        viewport = {"width": size[0], "height": size[1]}
        kind = repr(sorted(options.items()))
        if free := self._free.get(kind):
            page = free.pop()
            page.set_viewport_size(viewport)
        else:
            context = self._browser.new_context(viewport=viewport, **options)
            page = context.new_page()
            shown: set[str] = set()
            self._all[page] = Window(kind, options, context, context.new_cdp_session(page), shown)
            _hear(page, "framenavigated", lambda frame: shown.add(_site_of(frame.url)))
        self._all[page].context.set_default_timeout(self._patience * 1000)
        page.set_default_timeout(self._patience * 1000)
        for event, handler in hears.items():
            _hear(page, event, handler)
        return page

    def give_back(self, page: Any, hears: Handlers) -> None:
        """Takes a page back, which is emptied, or closed where it is not as it was."""
        window = self._all[page]
        for event, handler in hears.items():
            page.remove_listener(event, handler)
        # what is kept for a site is cleared while a page of it is shown
        alone = window.context.pages == [page] and window.shown - {""} <= {_site_of(page.url)}
        if page not in self._spoilt and alone:
            try:
                self._empty(page, window)
            except Error:
                # it does not go, or has crashed
                pass
            else:
                self._free.setdefault(window.kind, []).append(page)
                return
        del self._all[page]
        self._spoilt.discard(page)
        window.context.close()

    def _empty(self, page: Any, window: Window) -> None:
        site = _site_of(page.url)
        page.goto(site + STILL if site else "about:blank")
        window.context.clear_cookies()
        if site:
            page.evaluate("sessionStorage.clear()")
            window.cleaner.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
        window.shown.clear()
        # as if there had never been a mouse
        window.cleaner.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": -1, "y": -1})
        page.emulate_media(
            media="null",
            color_scheme=window.options.get("color_scheme", "light"),
            reduced_motion=window.options.get("reduced_motion", "no-preference"),
        )

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Notes meanwhile by which pages something is done that cannot be taken back."""
        usual = {name: vars(Page).get(name) or getattr(Page, name) for name in UNUSUAL}

        def noting(function: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(function)
            def noted(page: Any, *values: Any, **named: Any) -> Any:
                self._spoilt.add(page)
                return function(page, *values, **named)

            return noted

        for name, each in usual.items():
            noted = property(noting(each.fget)) if isinstance(each, property) else noting(each)  # type: ignore[arg-type]
            setattr(Page, name, noted)
        try:
            yield
        finally:
            for name, each in usual.items():
                setattr(Page, name, each)
