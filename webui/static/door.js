// @ts-check
// The page of the door: wrong PINs, the devices that have been let in, the people who have a PIN of their own.

import { Desk } from "./desk.js";
import { made } from "./elements.js";
import { locale, t } from "./i18n.js";
import { wrongWords } from "./wrong-pins.js";
import { toast } from "./toast.js";
import { field, show, write } from "./fields.js";

const EVERY = 10_000;
const OWN = { "Content-Type": "application/json", "X-Tableside": "1" };

const desk = new Desk();
const part = (name) => document.querySelector(`[data-part=${name}]`);
const act = (name) => document.querySelector(`[data-action=${name}]`);
const form = document.querySelector(".new-person");
const secret = document.querySelector(".secret");
const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const names = new Map([...form.elements.right].map((each) => [each.value, each.nextElementSibling.textContent.split(":")[0]]));
let drawn = "";

const when = (seconds) => day.format(new Date(seconds * 1000));

async function look() {
  const told = await desk.get("/api/door");
  show(part("shut"), told === null);
  show(part("open"), told !== null);
  if (told === null || JSON.stringify(told) === drawn) return;
  drawn = JSON.stringify(told);
  write(field("wrong"), wrongWords(told.wrong) || t("None since somebody last looked."));
  show(field("slowed"), told.slowed);
  show(act("let-in"), told.slowed);
  show(act("seen"), told.wrong.since !== null);
  field("sessions").replaceChildren(...told.sessions.map(sessionItem));
  field("people").replaceChildren(...told.people.map(personItem));
}

function sessionItem({ id, name, right, since, seen, address, device, own }) {
  const called = name || t("Without a name");
  const says = own ? t("{name} (this device)", { name: called }) : called;
  const about = [names.get(right), device, address, t("since {since}, last seen {seen}", { since: when(since), seen: when(seen) })];
  const words = made("span", {}, says, made("small", {}, about.filter(Boolean).join(" · ")));
  return made("li", {}, words, own ? "" : remover(t("Send {name} away", { name: called }), t("Send away"), `/api/sessions/${id}`));
}

function personItem({ id, name, right, made: at }) {
  const words = made("span", {}, name, made("small", {}, `${names.get(right)} · ${when(at)}`));
  return made("li", {}, words, remover(t("Take the PIN of {name} back", { name }), t("Take back"), `/api/people/${id}`));
}

function remover(label, words, path) {
  const button = made("button", { type: "button", "aria-label": label }, words);
  button.addEventListener("click", async () => {
    const answer = await fetch(path, { method: "DELETE", headers: OWN }).catch(() => null);
    if (answer && !answer.ok) toast((await answer.json()).detail);
    look();
  });
  return button;
}

async function pass(path) {
  const answer = await desk.send({}, path);
  if (answer) toast(answer.ok ? t("Taken down.") : answer.detail);
  look();
}

act("open").addEventListener("click", () => desk.ask());
act("let-in").addEventListener("click", () => pass("/api/door/open"));
act("seen").addEventListener("click", () => pass("/api/door/seen"));
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = form.elements.name.value.trim();
  const answer = await desk.send({ name, right: form.elements.right.value }, "/api/people");
  if (answer === null) return;
  write(form.querySelector(".trouble"), answer.detail);
  show(secret, answer.ok);
  if (!answer.ok) return;
  write(field("secret-of"), t("The PIN of {name}:", { name }));
  write(field("secret"), answer.body.pin);
  form.reset();
  look();
});
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
addEventListener("admitted", ({ detail }) => {
  if (!detail) show(secret, false);
  look();
});
setInterval(() => document.hidden || look(), EVERY);
look();
