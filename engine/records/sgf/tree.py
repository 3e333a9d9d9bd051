"""The trees of an SGF file (FF[3], FF[4]) as text: nodes of properties with values, the
main line of every game alone.
"""

import re
from dataclasses import dataclass

from engine.errors import InvalidRecord
from engine.i18n import phrase

_TOKEN = re.compile(
    r"(?P<mark>[();])|(?P<name>[A-Za-z]+)|\[(?P<value>(?:[^\]\\]+|\\.)*)(?P<closed>\])?|\s+", re.DOTALL
)
_MOST_CHARACTERS = 20_000_000


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a node: its name in capitals, and its values, unescaped."""

    name: str
    values: tuple[str, ...]

    @property
    def value(self) -> str:
        """The first value, or nothing."""
        return self.values[0] if self.values else ""


Node = tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class SgfGame:
    """The main line of a tree: its nodes, the root first; `cut_off` where the file ends in the middle of it."""

    nodes: tuple[Node, ...]
    cut_off: bool = False

    @property
    def root(self) -> Node:
        """What is told of the game as a whole."""
        return self.nodes[0] if self.nodes else ()


@dataclass(slots=True)
class _Branch:
    """A branch being read: whether it is of the main line, and whether a branch of its own has begun."""

    main: bool
    branched: bool = False


def parse_sgf(text: str) -> tuple[SgfGame, ...]:
    """The games of a file, of whatever game they are. Raises InvalidRecord where it is no SGF file."""
    if len(text) > _MOST_CHARACTERS:
        raise InvalidRecord(phrase("this file is longer than any match"))
    begin = text.find("(")
    if begin < 0:
        raise InvalidRecord(phrase("this is no SGF file: there is no '(;' in it"))
    games: list[SgfGame] = []
    nodes: list[list[tuple[str, list[str]]]] = []
    branches: list[_Branch] = []
    position = begin
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            line = text.count("\n", 0, position) + 1
            raise InvalidRecord(
                phrase(
                    "line {line}: {text} has no place in an SGF file", line=line, text=repr(text[position])
                )
            )
        position = found.end()
        if found["mark"] == "(":
            branches.append(_branch(branches))
        elif found["mark"] == ")" and branches:
            branches.pop()
            if not branches:
                games.append(SgfGame(_frozen(nodes)))
                nodes = []
        elif branches and branches[-1].main and not branches[-1].branched:
            _take(nodes, found)
    if branches:
        games.append(SgfGame(_frozen(nodes), cut_off=True))
    return tuple(games)


def _branch(branches: list[_Branch]) -> _Branch:
    """A new branch: of the main line if it is the first one of a branch that is."""
    if not branches:
        return _Branch(main=True)
    parent = branches[-1]
    main = parent.main and not parent.branched
    parent.branched = True
    return _Branch(main)


def _take(nodes: list[list[tuple[str, list[str]]]], found: re.Match[str]) -> None:
    """Take in a token of the main line: a node, a property's name, or a value of it."""
    if found["mark"] == ";":
        nodes.append([])
    elif found["name"] and nodes:
        # Older files write names out, the letters that count in capitals.
        name = "".join(letter for letter in found["name"] if letter.isupper())
        nodes[-1].append((name or found["name"].upper(), []))
    elif found["value"] is not None and nodes and nodes[-1]:
        nodes[-1][-1][1].append(re.sub(r"\\(\r\n|\n|\r|.)", _unescaped, found["value"], flags=re.DOTALL))


def _unescaped(found: re.Match[str]) -> str:
    return "" if found[1] in ("\n", "\r", "\r\n") else found[1]


def _frozen(nodes: list[list[tuple[str, list[str]]]]) -> tuple[Node, ...]:
    return tuple(tuple(Property(name, tuple(values)) for name, values in node) for node in nodes)
