"""The menu: the pages that an application leads to."""

from functools import cache

from flask import Flask

Menu = tuple[tuple[str, str, str], ...]
"""Where a menu leads: `here` of a page's template, its address and its title in English, marked for translation."""


def lead(app: Flask, menu: Menu) -> None:
    """Templates know an application's menu (`menu()`); a page that is not served, since this application lacks that
    part, is left out.

    What is served is known once the first page is asked for: an application takes no more parts then.
    """

    @cache
    def served() -> Menu:
        there = {rule.rule for rule in app.url_map.iter_rules()}
        return tuple(each for each in menu if each[1] in there)

    app.jinja_env.globals["menu"] = served
