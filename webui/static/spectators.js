// @ts-check
// The page for spectators elsewhere: it reads at a broker what tables tell, and shows all of them, or one.

// @ts-ignore: laid into the page beside this
import mqtt from "mqtt";
import { Card } from "./cards.js";
import { fitted } from "./fitted.js";
import { t } from "./i18n.js";
import { Page } from "./page.js";
import { field, show, write } from "./fields.js";

const NATURAL = new Intl.Collator(undefined, { numeric: true });
const TOLD = "spectators", STATUS = "status";
const TRY_AGAIN = 3_000;
/** What a broker answers to who has no right: in MQTT 3, and in MQTT 5. */
const REFUSED = [4, 5, 134, 135];
const BLIND = ["covered", "moved", "dark", "lost"];

const { address, user, password, prefix } = JSON.parse(document.getElementById("way").textContent);
const wall = document.getElementById("cards");
/** @type {HTMLTemplateElement} */
const blank = document.querySelector("#card");
const overview = document.querySelector("[data-view=wall]");
const fit = fitted(wall, () => wall.children.length);
const single = document.querySelector("[data-view=table]");

/** What is known of each table, by its name. */
const tables = new Map();
const page = new Page();
let tell, connected;
page.start((onNotice, onState) => {
  tell = onNotice;
  connected = onState;
});
document.getElementById("board").addEventListener("click", () => page.turn(2));

/** A position as a card has it: without its empty points, each a pair. */
function lean(position) {
  if (!position || position.squares) return position;
  const pair = ({ W, B }) => [W, B];
  const points = Object.entries(position.points).map(([site, men]) => [site, pair(men)]);
  const { bar, hand, off, pips, pinned } = position;
  return { points: Object.fromEntries(points), bar: pair(bar), hand: pair(hand), off: pair(off), pips: pips && pair(pips), pinned };
}

/**
 * What a card shows of a snapshot; the hub makes it itself of what it hears.
 * @param {import("../types/notice").Notice} snapshot
 */
function cardOf(snapshot, name, online) {
  const { facing, squares, hand } = snapshot.game;
  const blind = BLIND.includes(snapshot.camera.view) ? "blind" : "";
  const asks = snapshot.question || snapshot.resign ? "question" : blind;
  const attention = snapshot.fault || snapshot.cube_fault || snapshot.setup ? "fault" : asks;
  return {
    ...snapshot, key: name, online, since: null, attention, board: { facing, squares, hand },
    position: lean(snapshot.seen ?? snapshot.position), question: snapshot.question?.text,
  };
}

function titleOf(name) {
  return /^\d+$/.test(name) ? t("Table {name}", { name }) : name;
}

function known(name) {
  if (!tables.has(name)) tables.set(name, { snapshot: null, online: false, card: null });
  return tables.get(name);
}

/** What an address names; as it stands there where somebody has made it up. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The name of the table that is looked at; without a choice the only one there is, null where there are several. */
function chosen() {
  const named = decoded(location.hash.slice(1));
  if (tables.get(named)?.snapshot) return named;
  const shown = [...tables].filter(([, { snapshot }]) => snapshot);
  return shown.length === 1 ? shown[0][0] : null;
}

function drawCards() {
  for (const [name, table] of tables) {
    if (!table.snapshot) {
      table.card?.leave();
      table.card = null;
      continue;
    }
    if (!table.card) {
      const element = /** @type {HTMLElement} */ (blank.content.firstElementChild.cloneNode(true));
      const link = field("table", element);
      link.href = `#${encodeURIComponent(name)}`;
      link.textContent = titleOf(name);
      table.card = new Card(name, element);
      const after = [...tables.values()].find(({ card }) => card?.element.parentNode && NATURAL.compare(card.name, name) > 0);
      wall.insertBefore(element, after?.card.element ?? null);
    }
    table.card.tell(cardOf(table.snapshot, name, table.online), true);
  }
}

function draw() {
  drawCards();
  const name = chosen();
  const alone = [...tables.values()].filter(({ snapshot }) => snapshot).length < 2;
  document.body.classList.toggle("live", name !== null);
  document.body.classList.toggle("wall-page", name === null);
  show(overview, name === null);
  show(single, name !== null);
  show(field("nothing"), wall.children.length === 0);
  for (const each of document.querySelectorAll(".head .tool")) show(each, name !== null);
  show(field("all"), name !== null && !alone);
  if (name === null) fit();
  const { snapshot, online } = tables.get(name) ?? {};
  show(field("made-up"), Boolean(snapshot?.simulated));
  write(field("gone"), snapshot && !online ? t("This table is gone: what is shown may be old.") : "");
  show(field("gone"), Boolean(snapshot && !online));
  if (snapshot && page.snapshot !== snapshot) tell(snapshot);
  if (!snapshot) write(field("match-line"), "");
}

function hear(topic, payload) {
  const [level, what] = topic.slice(prefix.length + 1).split("/");
  const table = known(decodeURIComponent(level));
  const text = new TextDecoder().decode(payload);
  if (what === STATUS) table.online = text === "online";
  if (what === TOLD) table.snapshot = text ? JSON.parse(text) : null;
  draw();
}

const client = mqtt.connect(address, {
  username: user || undefined, password: password || undefined, protocolVersion: 5, keepalive: 30, reconnectPeriod: TRY_AGAIN,
});
let lost = Date.now();
client.on("connect", () => {
  lost = null;
  client.subscribe([`${prefix}/+/${TOLD}`, `${prefix}/+/${STATUS}`], { qos: 1 });
  write(field("nothing-says"), t("No table shows anything yet."));
  connected("live");
});
client.on("close", () => {
  lost ??= Date.now();
});
client.on("error", ({ code }) => {
  if (REFUSED.includes(code)) write(field("nothing-says"), t("The broker does not let this page in: ask who made it for a new one."));
});
client.on("message", (topic, payload) => {
  try {
    hear(topic, payload);
  } catch (error) {
    // What one table says that no page can show is nothing that the others need suffer for.
    console.warn(topic, error);
  }
});
setInterval(() => lost && connected("stale", lost), 1_000);
addEventListener("hashchange", draw);
