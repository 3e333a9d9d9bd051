// @ts-check
// The camera's page: what it sees now, and what the last decisions were read from.

import { Desk } from "./desk.js";
import { locale, t } from "./i18n.js";

const EVERY = 1_000;        // between two pictures
const SLOWER = 4_000;       // when there is none, or the table cannot be reached
const TIMES = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });
const SOURCES = { camera: t("seen by the camera"), person: t("told by a person"), clock: t("by the clock"), inferred: t("concluded") };
const VIEWS = { hand: t("a hand"), covered: t("covered"), moved: t("moved"), dark: t("too dark"), lost: t("no picture") };

const seen = document.getElementById("seen");
const shut = document.getElementById("shut");
const drawn = document.getElementById("drawn");
const list = document.querySelector(".decisions");
const live = document.querySelector(".now img");
const field = (name) => document.querySelector(`[data-field="${name}"]`);

let admitted = document.querySelector(".gallery").dataset.admitted === "yes";
let newest = "";            // the newest decision on the page, and what ails the pictures, as the table tells it
let asked = 0;
let running = false;

const desk = new Desk();
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
document.querySelector("[data-action=open]").addEventListener("click", () => desk.ask());
addEventListener("admitted", (event) => {
  admitted = event.detail;
  seen.hidden = !admitted;
  shut.hidden = admitted;
  watch();
});

/** JSON of the API; null where the table cannot be reached, or wants the PIN again. */
async function ask(path) {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    if (answer.status === 401) desk.forget();
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function say(state, words) {
  document.querySelector(".now").dataset.state = state;
  if (field("state").textContent !== words) field("state").textContent = words;
}

/** Shows the next picture in place of the last; whether there is one. */
function show(image, url) {
  return new Promise((resolve) => {
    const next = new Image();
    next.onload = () => {
      image.style.setProperty("--shape", `${next.naturalWidth} / ${next.naturalHeight}`);
      image.src = next.src;
      resolve(true);
    };
    next.onerror = () => resolve(false);
    next.src = url;
  });
}

/** Goes on from picture to picture as long as somebody looks. */
async function watch() {
  if (running) return;
  running = true;
  while (admitted && !document.hidden) {
    const reached = await refresh();
    await new Promise((resolve) => setTimeout(resolve, reached ? EVERY : SLOWER));
  }
  running = false;
  if (document.hidden) say("paused", t("paused"));
}

async function refresh() {
  const now = await ask("/api/sight");
  if (!now) {
    say("stale", admitted ? t("The table cannot be reached.") : "");
    return false;
  }
  field("view").textContent = now.frame === null ? t("The camera has given no picture yet.") : now.says ?? t("The board is not read.");
  field("lines").textContent = now.lines.join("\n");
  asked += 1;
  const got = now.frame !== null && (await show(live, `/api/sight.jpg?${drawn.checked ? "" : "plain&"}n=${asked}`));
  document.querySelector(".now .shot").hidden = !got;
  say(got ? "live" : "stale", got ? t("live") : t("no picture"));
  const latest = JSON.stringify([now.newest, now.kept, now.trouble]);
  if (latest !== newest && (await refreshDecisions())) newest = latest;
  return got;
}

/** Shows the decisions as they are now; whether the table told them. */
async function refreshDecisions() {
  const told = await ask("/api/decisions");
  if (!told) return false;
  field("trouble").textContent = told.trouble ?? "";
  field("none").hidden = told.decisions.length > 0;
  const cards = new Map([...list.children].map((card) => [card.dataset.key, card]));
  // A card that is there stays as it is, opened or not; only what is new is made.
  list.replaceChildren(...told.decisions.map((decision) => {
    const key = JSON.stringify([decision.seq, decision.wall, decision.frames.length]);
    return cards.get(key) ?? card(decision, key);
  }));
  return true;
}

/** One decision with its pictures; the last look is shown first. */
function card(decision, key) {
  const made = document.getElementById("decision").content.cloneNode(true).firstElementChild;
  const part = (name) => made.querySelector(`[data-part=${name}]`);
  const image = made.querySelector("img");
  const toggle = made.querySelector(".tick input");
  const details = made.querySelector("details");
  const frames = made.querySelector(".frames");
  let chosen = decision.frames.findLast((frame) => frame.read) ?? decision.frames.at(-1);

  const update = () => {
    for (const button of frames.children) button.setAttribute("aria-pressed", String(button.dataset.frame === chosen.id));
    toggle.disabled = !chosen.read;
    image.src = `/api/frames/${chosen.id}.jpg${toggle.checked && chosen.read ? "" : "?plain"}`;
    image.alt = t("The board, picture {id}: {says}", { id: chosen.id, says: decision.says });
    part("keep").textContent = `tableside keep ${chosen.id}`;
    if (details.open) read();
  };
  const read = async () => {
    const frame = chosen;
    const told = await ask(`/api/frames/${frame.id}`);
    if (frame === chosen) part("lines").textContent = told ? told.lines.join("\n") || t("Nothing was read of it.") : t("It has gone.");
  };

  made.dataset.key = key;
  made.dataset.seq = decision.seq;
  part("says").textContent = decision.says;
  const at = decision.wall === null ? "" : TIMES.format(new Date(decision.wall * 1000));
  part("about").textContent = [t("No. {number}", { number: decision.seq }), at, SOURCES[decision.source]].filter(Boolean).join(" · ");
  let looks = 0;
  for (const frame of decision.frames) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.frame = frame.id;
    button.textContent = frame.read ? t("Look {number}", { number: (looks += 1) }) : VIEWS[frame.view] ?? t("Before");
    button.addEventListener("click", () => {
      chosen = frame;
      update();
    });
    frames.append(button);
  }
  toggle.addEventListener("change", update);
  details.addEventListener("toggle", () => details.open && read());
  image.addEventListener("load", () => image.style.setProperty("--shape", `${image.naturalWidth} / ${image.naturalHeight}`));
  update();
  return made;
}

drawn.addEventListener("change", refresh);
document.addEventListener("visibilitychange", watch);
watch();
