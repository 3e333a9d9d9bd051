"""What tables are called on a hub's pages."""

from webui.language import translator


def table_title(name: str) -> str:
    """What a table is called where it stands by itself: one that has a number alone
    for a name is told to be a table.
    """
    return translator()("Table {name}", name=name) if name.isascii() and name.isdecimal() else name
