// @ts-check
// The page of the settings: found as one types, changed, saved, brought in from a file; and the service started again.

import { Desk } from "./desk.js";
import { made } from "./elements.js";
import { many, t } from "./i18n.js";
import { toast } from "./toast.js";
import { field, show, write } from "./fields.js";

const LOOK_EVERY = 1_000;
const PATIENCE = 120;           // looks, after which it is told that the table has not come back
const SAVED = t("It is saved, and counts once Tableside starts again; a game goes on where it was.");

const desk = new Desk();
const act = (name) => document.querySelector(`[data-action=${name}]`);
const bar = document.querySelector(".save");
const seek = document.querySelector(".seek");
const groups = [...document.querySelectorAll(".group")];
const settings = [...document.querySelectorAll(".setting")].map((element) => ({
  element,
  place: element.dataset.place,
  kind: element.dataset.kind,
  value: JSON.parse(element.dataset.value),
  default: JSON.parse(element.dataset.default),
  input: element.querySelector("input, select"),
  reset: element.querySelector(".reset"),
  isReset: false,
}));
let pending = bar !== null && !bar.hidden;

/** What is entered for a setting now; null: back to the default. */
function entered({ kind, input, isReset, default: usual }) {
  if (isReset) return null;
  if (kind === "switch") return input.checked;
  if (input.tagName === "SELECT") return JSON.parse(input.value);
  if (kind === "number") return input.value === "" ? usual : Number(input.value);
  return input.value;
}

function enter(setting, value) {
  const { input, kind } = setting;
  setting.isReset = value === null;
  const shown = value ?? setting.default ?? "";
  if (kind === "switch") input.checked = shown;
  else input.value = input.tagName === "SELECT" ? JSON.stringify(shown) : String(shown);
}

function isChanged(setting) {
  const { input, value, isReset, element } = setting;
  if (!input) return false;
  if (isReset) return "set" in element.dataset;
  if (input.type === "password") return input.value !== "";
  return entered(setting) !== value;
}

/** Shows what has been changed, and what can be done with it. */
function weigh() {
  const changed = settings.filter(isChanged);
  for (const each of settings) {
    each.element.classList.toggle("changed", changed.includes(each));
    if (each.reset) show(each.reset, !each.isReset && ("set" in each.element.dataset || changed.includes(each)));
  }
  show(bar, changed.length > 0 || pending);
  show(act("save"), changed.length > 0);
  show(act("throw-away"), changed.length > 0);
  show(act("restart"), pending && changed.length === 0);
  const words = changed.length ? many("{count} change", "{count} changes", changed.length) : pending ? SAVED : "";
  write(field("changed"), words);
  return changed;
}

/** Leaves in sight what fits the words that are looked for. */
function sift() {
  const words = seek.elements.search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const onlySet = seek.elements["only-set"].checked;
  let found = 0;
  for (const group of groups) {
    const heading = group.querySelector("h2").textContent.toLocaleLowerCase();
    let here = 0;
    for (const each of group.querySelectorAll(".setting")) {
      const says = `${heading} ${each.dataset.place} ${each.querySelector("label").textContent}`.toLocaleLowerCase();
      const fits = words.every((word) => says.includes(word)) && (!onlySet || "set" in each.dataset || each.classList.contains("changed"));
      show(each, fits);
      here += fits ? 1 : 0;
    }
    show(group, here > 0);
    if (words.length || onlySet) group.open = here > 0;
    found += here;
  }
  show(document.querySelector(".nothing-found"), found === 0);
}

async function save() {
  const wrong = settings.find(({ input }) => input && !input.checkValidity());
  if (wrong) {
    wrong.element.closest("details").open = true;
    wrong.input.reportValidity();
    return;
  }
  const changes = Object.fromEntries(weigh().map((each) => [each.place, entered(each)]));
  const answer = await desk.send({ changes }, "/api/settings");
  if (answer === null) return;
  write(bar.querySelector(".trouble"), answer.detail);
  if (answer.ok) location.reload();
}

/** Lays what a file says over what is shown; nothing is saved yet. */
async function bringIn(input) {
  const [file] = input.files;
  if (!file) return;
  const answer = await desk.send({ toml: await file.text() }, "/api/settings/offered");
  input.value = "";
  if (answer === null) return;
  show(bar, true);
  write(bar.querySelector(".trouble"), answer.detail);
  if (!answer.ok) return;
  for (const [place, value] of Object.entries(answer.body.changes)) {
    const setting = settings.find((each) => each.place === place);
    if (!setting) continue;
    enter(setting, value);
    setting.element.closest("details").open = true;
  }
  const changed = weigh().length;
  if (!changed) toast(t("The file says what is set here already."));
  else document.querySelector(".setting.changed").scrollIntoView({ block: "center" });
}

/** Pairs the table with a hub, which takes some seconds. */
async function pair(form) {
  const { code, hub } = form.elements;
  const button = form.querySelector("button");
  button.disabled = true;
  const answer = await desk.send({ code: code.value, hub: hub.value }, "/api/settings/pair");
  button.disabled = false;
  if (answer === null) return;
  write(form.querySelector(".trouble"), answer.detail);
  if (answer.ok) location.reload();
}

/** Starts the service again, and waits until it answers, at another port if that is what was changed. */
async function restart() {
  const now = await desk.get("/api/settings");
  const answer = await desk.send({}, "/api/settings/restart");
  if (answer === null || !now) return;
  write(bar.querySelector(".trouble"), answer.detail);
  if (!answer.ok) return;
  act("restart").disabled = true;
  write(field("changed"), t("Tableside starts again. This takes some seconds."));
  const there = addressAfter(now);
  if (there.origin !== location.origin) {
    // a page may not ask another address whether it is there yet
    const words = t("Tableside starts again at {address}", { address: there.origin });
    return field("changed").replaceChildren(made("a", { href: there.href }, words));
  }
  for (let look = 0; look < PATIENCE; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    if (await isBack()) return location.reload();
  }
  write(field("changed"), t("Tableside has not come back: look at the box, or at 'journalctl -u tableside'."));
}

/** Where this page is after the next start. */
function addressAfter({ port, https_port: secure }) {
  const there = new URL(location.href);
  if (secure === null) there.protocol = "http:";
  there.port = String(there.protocol === "https:" ? secure : port);
  return there;
}

/** Whether the service that was started again answers: it has forgotten who was let in. */
async function isBack() {
  try {
    const { admitted } = await (await fetch("/api/access", { cache: "no-store" })).json();
    return !admitted;
  } catch {
    return false;
  }
}

act("open")?.addEventListener("click", () => desk.ask());
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
addEventListener("admitted", () => location.reload());
if (bar) {
  // another page may lead to one of them
  const wanted = settings.find(({ input }) => input && input.id === location.hash.slice(1));
  if (wanted) {
    wanted.element.closest("details").open = true;
    wanted.input.focus();
  }
  for (const setting of settings.filter(({ input }) => input)) {
    setting.input.addEventListener("input", () => {
      setting.isReset = false;
      weigh();
    });
    setting.reset.addEventListener("click", () => {
      enter(setting, null);
      weigh();
      setting.input.focus();
    });
  }
  seek.addEventListener("input", sift);
  seek.addEventListener("submit", (event) => event.preventDefault());
  act("save").addEventListener("click", save);
  act("throw-away").addEventListener("click", () => {
    for (const setting of settings.filter(({ input }) => input)) {
      enter(setting, setting.value);
      setting.isReset = false;
    }
    write(bar.querySelector(".trouble"), "");
    weigh();
  });
  act("restart").addEventListener("click", restart);
  document.querySelector(".pair").addEventListener("submit", (event) => {
    event.preventDefault();
    pair(event.target);
  });
  document.querySelector("[name=import]").addEventListener("change", ({ target }) => bringIn(target));
}
