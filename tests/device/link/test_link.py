"""The link: what is wrong with a broker is said in a sentence, and nothing secret with it."""

import logging
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from evening import Table, until
from mosquitto import PASSWORD, Mosquitto
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from device.club.link.mqtt_link import Backoff, Link, Message, reason_of
from device.finding import Health
from device.ops.doctor.network_checks import check_broker
from device.store.settings import MqttSettings, Settings, TableSettings
from tests.ports import kept_port

QUICK = Backoff(0.01, 0.02)


def trouble(mqtt: MqttSettings) -> str:
    link = Link(mqtt, (), lambda _: None, waits=QUICK)
    link.start()
    try:
        return str(until(lambda: link.trouble))
    finally:
        link.stop()


def welcome(mqtt: MqttSettings) -> bool:
    link = Link(mqtt, (), lambda _: None, waits=QUICK)
    link.start()
    try:
        return bool(until(lambda: link.is_up or link.trouble)) and link.trouble is None
    finally:
        link.stop()


Broken = Callable[[Mosquitto], MqttSettings]
TROUBLES: list[tuple[Broken, str]] = [
    (lambda at: MqttSettings("no-such-host.invalid"), "does not answer"),
    (
        lambda at: MqttSettings("localhost", at.guarded),
        "wants a name and a password: write them as user and password in [mqtt]",
    ),
    (
        lambda at: MqttSettings("localhost", at.guarded, "hub", "wrong pass"),
        "does not know the user hub, or not by that password",
    ),
    (lambda at: MqttSettings("localhost", at.guarded, "nobody", PASSWORD), "does not know the user nobody"),
    (
        lambda at: MqttSettings("localhost", at.tls, "hub", PASSWORD),
        "hangs up at once: look whether it wants TLS",
    ),
    (lambda at: MqttSettings("localhost", at.port, tls=True), "does not speak TLS there"),
    (lambda at: MqttSettings("localhost", at.tls, "hub", PASSWORD, True), "is not trusted"),
    (
        lambda at: MqttSettings("localhost", at.tls, "hub", PASSWORD, True, str(at.folder / "other.pem")),
        "is not trusted",
    ),
    (
        lambda at: MqttSettings("127.0.0.1", at.tls, "hub", PASSWORD, True, str(at.ca)),
        "by the name that stands in its certificate",
    ),
    (
        lambda at: MqttSettings("localhost", at.tls, "hub", PASSWORD, True, "/no/such/ca.pem"),
        "there is no file /no/such/ca.pem",
    ),
    (
        lambda at: MqttSettings("localhost", at.tls, "hub", PASSWORD, True, str(at.folder / "rights")),
        "is no certificate",
    ),
]


@pytest.mark.parametrize(("settings", "said"), TROUBLES, ids=[said[:40] for _, said in TROUBLES])
def test_what_is_wrong_is_said_in_a_sentence(
    mosquitto: Mosquitto, settings: Broken, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    found = trouble(settings(mosquitto))
    assert said in found
    for secret in (PASSWORD, "wrong pass"):
        assert secret not in found and secret not in caplog.text


def test_where_nobody_listens_it_is_said_that_nobody_answers() -> None:
    with kept_port() as closed:
        said = trouble(MqttSettings("localhost", closed))
    assert "does not answer (connection refused): look whether it runs" in said


def test_with_its_password_and_over_tls_one_is_welcome(mosquitto: Mosquitto) -> None:
    assert welcome(MqttSettings("localhost", mosquitto.guarded, "hub", PASSWORD))
    assert welcome(MqttSettings("localhost", mosquitto.tls, "hub", PASSWORD, True, str(mosquitto.ca)))


def test_a_table_may_write_nothing_but_its_own(mosquitto: Mosquitto) -> None:
    heard: list[Message] = []
    hub = Link(
        MqttSettings("localhost", mosquitto.guarded, "hub", PASSWORD),
        ("tableside/#",),
        heard.append,
        waits=QUICK,
    )
    table = Link(MqttSettings("localhost", mosquitto.guarded, "1", PASSWORD), (), lambda _: None, waits=QUICK)
    hub.start()
    table.start()
    try:
        until(lambda: hub.is_up and table.is_up)
        until(lambda: not hub._waiting)
        # for keeps, so that the hub hears of it even where it comes to listen only now
        table.publish("tableside/2/notice", b"{}", retain=True)
        table.publish("tableside/hub/want/2", b"{}", retain=True)
        assert "does not let the user 1 write tableside/" in str(until(lambda: table.trouble))
        table.publish("tableside/1/notice", b"mine", retain=True)
        until(lambda: heard)
        assert [(each.topic, each.payload) for each in heard] == [("tableside/1/notice", b"mine")]
    finally:
        table.stop()
        hub.stop()


def test_all_of_a_table_works_within_the_rights_that_the_manual_gives_it(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    heard: list[Message] = []
    hub = Link(
        MqttSettings("localhost", mosquitto.guarded, "homeassistant", PASSWORD),
        ("tableside/#", "homeassistant/#"),
        heard.append,
        waits=QUICK,
    )
    hub.start()
    table = Table(tmp_path, mosquitto.guarded, "1", f'user = "1"\npassword = "{PASSWORD}"\n')
    try:
        until(lambda: len({each.topic for each in heard}) >= 5 + 5)
        assert table.publisher.trouble is None
    finally:
        table.close()
        hub.stop()


def test_the_doctor_tells_how_the_broker_is(mosquitto: Mosquitto, tmp_path: Path) -> None:
    def found(**mqtt: object) -> tuple[Health, str, str]:
        settings = Settings(table=TableSettings("1", tmp_path / "mine"), mqtt=MqttSettings(**mqtt))  # type: ignore[arg-type]
        finding = check_broker(settings)
        return finding.health, str(finding.found), str(finding.advice)

    (tmp_path / "mine").mkdir()
    assert found(host="localhost", port=mosquitto.port)[0] is Health.OK
    health, said, advice = found(host="localhost", port=mosquitto.guarded, user="hub", password="wrong pass")
    assert (
        health is Health.WARNING
        and "does not know the user hub" in said
        and advice == "look at user and password in [mqtt]"
    )
    other = Table(tmp_path / "other", mosquitto.port)
    try:
        until(lambda: other.publisher._delivery._manifest)
        health, said, advice = found(host="localhost", port=mosquitto.port)
        assert (health, said) == (Health.WARNING, "another table is called '1', too (http://1.local/)")
    finally:
        other.close()


def test_what_is_heard_again_comes_once_more_and_what_is_said_later_once(mosquitto: Mosquitto) -> None:
    heard: list[bytes] = []
    link = Link(
        MqttSettings("localhost", mosquitto.port),
        ("tableside/+/status", "tableside/last"),
        lambda message: heard.append(message.payload),
        waits=QUICK,
    )
    link.start()
    try:
        until(lambda: link.is_up)
        link.publish("tableside/1/status", b"kept", retain=True)
        until(lambda: heard == [b"kept"])
        link.hear_again(["tableside/1/status"])
        until(lambda: heard == [b"kept", b"kept"])
        link.publish("tableside/1/status", b"new")
        # what comes by one connection comes in its order
        link.publish("tableside/last", b"last")
        until(lambda: heard[-1] == b"last")
        assert heard == [b"kept", b"kept", b"new", b"last"]
    finally:
        link.stop()


def test_a_topic_that_the_broker_does_not_let_us_hear_again_is_told() -> None:
    told: list[str] = []
    link = Link(
        MqttSettings("localhost", user="hub"),
        ("tableside/+/status",),
        lambda _: None,
        troubled=lambda: told.append(str(link.trouble)),
    )
    broker = Mock()
    broker.subscribe.side_effect = [(0, 1), (0, 2)]
    link._client = broker
    answer = {word: ReasonCode(PacketTypes.SUBACK, word) for word in ("Granted QoS 1", "Not authorized")}
    link._on_connect(broker, None, None, ReasonCode(PacketTypes.CONNACK), None)
    link.hear_again(["tableside/1/status", "tableside/1/about"])
    link._on_subscribe(broker, None, 1, [answer["Granted QoS 1"]], None)
    assert link.trouble is None
    link._on_subscribe(broker, None, 2, list(answer.values()), None)
    assert len(told) == 1 and "does not let the user hub read tableside/1/about" in told[0]
    link._on_subscribe(broker, None, 3, [answer["Not authorized"]], None)
    assert len(told) == 1


def test_a_link_comes_back_and_says_so_once(mosquitto: Mosquitto, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "device.club.link")
    # who tries again while the broker is going is told another trouble than who does when it has gone
    gone = Backoff(0.5, 0.5)
    link = Link(MqttSettings("localhost", mosquitto.port), (), lambda _: None, waits=gone)
    link.start()
    try:
        until(lambda: link.is_up)
        mosquitto.stop()
        until(lambda: link.trouble)
        assert not link.publish("tableside/1/notice", b"{}")
        mosquitto.start()
        until(lambda: link.is_up)
        assert [each.levelname for each in caplog.records] == ["WARNING", "INFO"]
    finally:
        link.stop()


def test_waits_grow_and_differ() -> None:
    waits = Backoff(1.0, 60.0)
    for failures, whole in ((1, 1.0), (2, 2.0), (5, 16.0), (50, 60.0)):
        assert all(whole / 2 <= waits.after(failures) <= whole for _ in range(20))


def test_who_says_nothing_over_tls_is_told_of_without_the_library_s_own_words() -> None:
    error = TimeoutError("_ssl.c:989: The handshake operation timed out")
    said = str(reason_of(error, "broker.local", 8883, MqttSettings("broker.local", tls=True)))
    assert said.startswith("the broker broker.local, port 8883, does not answer (timed out): look")
