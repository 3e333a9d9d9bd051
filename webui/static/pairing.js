// @ts-check
// The page on which tables are paired with the hub's broker: codes, the tables that are let in, and who was refused.

import { Desk } from "./desk.js";
import { made } from "./elements.js";
import { locale, many, t } from "./i18n.js";
import { field, show, write } from "./fields.js";

const EVERY = 10_000;
const OWN = { "X-Tableside": "1" };

const desk = new Desk();
const part = (name) => document.querySelector(`[data-part=${name}]`);
const act = (name) => document.querySelector(`[data-action=${name}]`);
const secret = document.querySelector(".secret");
const hour = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });

async function look() {
  const told = await desk.get("/api/pairing");
  show(part("shut"), told === null);
  show(part("open"), told !== null);
  if (told === null) return;
  field("tables").replaceChildren(...told.tables.map(item));
  show(field("none"), told.tables.length === 0);
  write(field("refused"), refusedWords(told.refused));
  if (!told.asked) return;
  field("waiting").replaceChildren(...told.waiting.map(({ name, since }) => waitingItem(name, since)));
  show(field("nobody"), told.waiting.length === 0);
  show(field("crowded"), told.crowded);
  write(field("lost"), told.lost ?? "");
}

function refusedWords({ count, since }) {
  if (since === null) return "";
  const time = hour.format(new Date(since * 1000));
  return many("{count} login was refused by the broker since {time}.", "{count} logins were refused by the broker since {time}.", count, { time });
}

function item(name) {
  return made("li", {}, made("span", {}, name), refusing(name, t("Send away"), t("Send {name} away", { name })));
}

function waitingItem(name, since) {
  const accept = made("button", { type: "button", class: "accept", "aria-label": t("Let {name} in", { name }) }, t("Let it in"));
  accept.addEventListener("click", () => letIn(name));
  const refuse = refusing(name, t("Refuse"), t("Refuse {name}", { name }));
  const told = made("span", {}, name, made("small", {}, hour.format(new Date(since * 1000))));
  return made("li", {}, told, made("span", { class: "both" }, refuse, accept));
}

/** A button that lets a table in no more, or refuses it. */
function refusing(name, words, label) {
  const button = made("button", { type: "button", "aria-label": label }, words);
  button.addEventListener("click", async () => {
    const answer = await fetch(`/api/pairing/${encodeURIComponent(name)}`, { method: "DELETE", headers: OWN }).catch(() => null);
    if (answer && !answer.ok) write(field("trouble"), (await answer.json()).detail);
    look();
  });
  return button;
}

async function letIn(name) {
  const answer = await desk.send({ name }, "/api/pairing/tables");
  write(field("trouble"), answer === null || answer.ok ? "" : answer.detail);
  look();
  return answer?.ok;
}

const named = document.querySelector("[data-form=named]");
if (part("open")) {
  act("open").addEventListener("click", () => desk.ask());
  named?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await letIn(named.elements.name.value)) named.reset();
  });
  act("code")?.addEventListener("click", async () => {
    const answer = await desk.send({}, "/api/pairing/code");
    if (answer === null) return;
    write(field("trouble"), answer.ok ? "" : answer.detail);
    show(secret, answer.ok);
    if (!answer.ok) return;
    const { code, minutes } = answer.body;
    write(field("code"), code);
    write(field("minutes"), t("Good for {minutes} minutes. Give it on the table's page {page}, or type there:", { minutes, page: "/settings" }));
    write(field("command"), `sudo tableside pair ${code}`);
  });
  addEventListener("admitted", ({ detail }) => {
    if (!detail) show(secret, false);
    look();
  });
  setInterval(() => document.hidden || look(), EVERY);
  look();
}
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
