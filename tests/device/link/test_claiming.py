"""Claiming: a name on a broker is one table's, whoever else has it, and however each comes and goes."""

from collections import deque

from hypothesis import given, settings
from hypothesis import strategies as st

from device.club.link.claiming import AGAIN_SECONDS, Claim, ClaimStep
from device.club.link.topics import OFFLINE, ONLINE
from device.club.link.wire import About


def about(instance: str) -> About:
    return About("3", "1", "", f"log-{instance}", instance)


def test_a_name_that_nobody_has_is_taken_at_once() -> None:
    claim = Claim("b")
    assert claim.connected(0.0) == (ClaimStep.HELLO,)
    assert claim.hello("b", 0.1) == (ClaimStep.HOLD,)
    assert claim.holds and claim.due(0.1) is None


def test_one_that_went_without_a_word_is_waited_for_only_as_long_as_an_answer_takes() -> None:
    claim = Claim("b", 2.0)
    claim.connected(0.0)
    claim.about(about("a"), 0.0, retained=True)
    claim.status(ONLINE, 0.0, retained=True)
    assert claim.hello("b", 0.1) == ()
    assert claim.tick(2.0) == () and claim.due(2.0) is not None
    assert claim.tick(2.1) == (ClaimStep.HOLD,)


def test_one_that_said_good_bye_is_not_waited_for() -> None:
    claim = Claim("b")
    claim.connected(0.0)
    claim.about(about("a"), 0.0, retained=True)
    claim.status(OFFLINE, 0.0, retained=True)
    assert claim.hello("b", 0.1) == (ClaimStep.HOLD,)


def test_who_comes_second_steps_back_and_takes_the_name_when_the_first_has_gone() -> None:
    claim = Claim("b", 2.0)
    claim.connected(0.0)
    claim.about(about("a"), 0.0, retained=True)
    claim.status(ONLINE, 0.0, retained=True)
    claim.hello("b", 0.1)
    assert claim.about(about("a"), 0.2, retained=False) == (ClaimStep.STEP_BACK,)
    assert claim.rival == about("a") and not claim.holds
    assert claim.status(OFFLINE, 9.0, retained=False) == (ClaimStep.HELLO,)
    assert claim.hello("b", 9.1) == ()
    assert claim.tick(11.2) == (ClaimStep.HOLD,)
    assert claim.rival is None


def test_a_rival_that_was_made_up_keeps_nobody_quiet_for_long_and_one_that_is_there_stays() -> None:
    claim, rival = Claim("b", 2.0), Claim("a", 2.0)
    claim.connected(0.0)
    claim.hello("b", 0.1)
    assert claim.about(about("0"), 1.0, retained=False) == (ClaimStep.STEP_BACK,)
    assert claim.due(1.0) == AGAIN_SECONDS and claim.tick(60.9) == ()
    assert claim.tick(61.0) == (ClaimStep.HELLO,) and claim.hello("b", 61.1) == ()
    assert claim.tick(63.2) == (ClaimStep.HOLD,) and claim.rival is None
    rival.connected(0.0)
    rival.tick(6.0)
    claim.about(about("a"), 70.0, retained=False)
    for n in range(2, 20):
        assert claim.tick(70.0 + 70 * n) == (ClaimStep.HELLO,)
        assert rival.hello("b", 70.0 + 70 * n) == (ClaimStep.ANSWER,)
        assert claim.about(about("a"), 70.1 + 70 * n, retained=False) == () and not claim.holds


def test_a_broker_that_keeps_our_hello_from_us_holds_us_up_only_for_a_while() -> None:
    claim = Claim("b", 2.0)
    claim.connected(0.0)
    assert claim.tick(6.0) == (ClaimStep.HOLD,)


@settings(max_examples=40)
@given(
    st.permutations(["a", "b", "c"]),
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9)), max_size=30),
)
def test_of_several_one_holds_the_name(order: list[str], schedule: list[tuple[str, int]]) -> None:
    """Each says what it has to say at any time, and hears the others' words in their order: in the end one holds it."""
    claims = {name: Claim(name, 1.0) for name in "abc"}
    ears: dict[str, deque[tuple[str, str]]] = {name: deque() for name in "abc"}

    def do(name: str, acts: tuple[ClaimStep, ...]) -> None:
        for act in acts:
            said = {ClaimStep.HELLO: "hello", ClaimStep.HOLD: "about", ClaimStep.ANSWER: "about"}.get(act)
            for ear in ears.values():
                if said:
                    ear.append((said, name))

    def hear(name: str, now: float) -> None:
        if not ears[name]:
            return
        said, other = ears[name].popleft()
        claim = claims[name]
        if said == "hello":
            do(name, claim.hello(other, now))
        else:
            do(name, claim.about(about(other), now, retained=False))

    for name in order:
        do(name, claims[name].connected(0.0))
    for name, seconds in schedule:
        hear(name, 0.1 * seconds)
    for _ in range(200):
        for name in "abc":
            hear(name, 1.0)
    for name in "abc":
        do(name, claims[name].tick(10.0))
    for _ in range(200):
        for name in "abc":
            hear(name, 10.0)
    assert sum(claim.holds for claim in claims.values()) == 1
