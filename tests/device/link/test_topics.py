"""Topics: any name of a table makes one level of a topic, and comes back from it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from device.club.link.topics import Topics, decode, encode

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80)


@settings(max_examples=40)
@given(NAMES)
def test_a_name_is_a_level_of_its_own(name: str) -> None:
    level = encode(name)
    assert decode(level) == name
    assert level.isascii() and not set(level) & set("/+#$ \0") and level != "hub"


@settings(max_examples=40)
@given(NAMES, NAMES)
def test_two_names_never_meet(one: str, other: str) -> None:
    assert (encode(one) == encode(other)) is (one == other)


def test_a_topic_is_a_tables_or_it_is_nobodys() -> None:
    topics = Topics("club/east")
    assert topics.of_table("Board 3/blue", "notice") == "club/east/Board%203%2Fblue/notice"
    assert topics.parse("club/east/Board%203%2Fblue/notice") == ("Board 3/blue", "notice")
    for other in (
        "club/east/hub/about",
        "club/3/notice",
        "club/east/a b/notice",
        "club/east//notice",
        "club/east/%FF/notice",
    ):
        assert topics.parse(other) is None
    assert topics.parse(topics.of_table("hub", "notice")) == ("hub", "notice")
