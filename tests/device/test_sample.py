"""The settings file with every setting in it."""

import re
import tomllib
from dataclasses import fields, replace
from itertools import pairwise

from device.store.settings import HookSettings, Settings, TableSettings, parse_settings
from device.store.settings.sample_file import sample
from device.store.settings.table_settings import SYSTEM_DATA

USUAL = Settings(table=TableSettings(data=SYSTEM_DATA))


def every_line_counting(text: str) -> str:
    return re.sub(r"(?m)^#(?=\w+ = )", "", text)


def test_every_setting_is_in_it_with_its_default() -> None:
    told = tomllib.loads(every_line_counting(sample()))
    for table in fields(Settings):
        if table.name == "hooks":
            continue
        assert set(told[table.name]) == {each.name for each in fields(getattr(USUAL, table.name))}
    assert parse_settings(every_line_counting(sample())) == USUAL


def test_every_setting_of_a_hook_is_explained_there_too_and_none_counts() -> None:
    block = sample().partition("# [[hooks]]")[2]
    lines = re.sub(r"(?m)^#   (?=\w+ = )", "", block)
    assert set(tomllib.loads(lines)) == {each.name for each in fields(HookSettings)}
    assert not any(line and not line.startswith("#") for line in block.splitlines())


def test_as_it_is_laid_down_it_changes_nothing() -> None:
    assert parse_settings(sample()) == replace(USUAL, table=TableSettings())
    assert parse_settings(sample(port=80)).web.port == 80


def test_every_setting_is_explained_above_it() -> None:
    lines = sample().splitlines()
    for above, line in pairwise(lines):
        if re.match(r"#\w+ = |\[", line):
            assert above.startswith("# ") and above.endswith("."), line


def test_no_line_is_so_long_that_it_must_be_scrolled() -> None:
    assert max(map(len, sample().splitlines())) <= 130
