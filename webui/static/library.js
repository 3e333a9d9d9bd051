// @ts-check
// The list of matches: found as one types, deleted with ten seconds to think better of it, brought back from the bin.

import { Desk } from "./desk.js";
import { capital, made } from "./elements.js";
import { field, show } from "./fields.js";
import { locale, many, t } from "./i18n.js";
import { toast } from "./toast.js";

const TYPING = 220;         // after the last key, in milliseconds
const UNDO = 10_000;
const DAYS = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

const stacks = document.querySelector(".stacks");
const form = document.querySelector(".seek");
const results = document.getElementById("results");
const time = form.querySelector(".time");
const summary = time.querySelector("summary");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const desk = new Desk();
let asked = 0;
let soon;

/** Shows what fits the form now; the server draws it, as it does without a script. */
async function seek() {
  const wanted = /** @type {[string, string][]} */ ([...new FormData(form)]).filter(([, value]) => value);
  const path = `/matches${wanted.length ? `?${new URLSearchParams(wanted)}` : ""}`;
  const turn = (asked += 1);
  stacks.setAttribute("aria-busy", "true");
  const answer = await fetch(path, { cache: "no-store" }).catch(() => null);
  const text = answer?.ok || answer?.status === 400 ? await answer.text() : null;
  if (turn !== asked) return;
  stacks.removeAttribute("aria-busy");
  const page = text && new DOMParser().parseFromString(text, "text/html");
  const fresh = page && page.getElementById("results");
  if (!fresh) return toast(t("The table cannot be reached. Is this phone still in its network?"));
  history.replaceState(null, "", path);
  results.replaceChildren(...fresh.childNodes);
  show(field("made-up"), !field("made-up", page).hidden);
  mark();
}

/** Says in the chips which filters there are. */
function mark() {
  for (const pill of form.querySelectorAll(".pill")) {
    pill.classList.toggle("chosen-pill", [...pill.querySelectorAll("select, input")].some((each) => each.value));
  }
  const { from, to } = form.elements;
  const shown = [from, to].map(({ value }) => (value ? DAYS.format(new Date(`${value}T00:00:00Z`)) : ""));
  summary.textContent = shown.some(Boolean) ? shown.join(" – ") : summary.dataset.any;
}

function day(date) {
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Deletes a match; its card says so as long as that can be undone. */
async function remove(card) {
  const number = card.dataset.match;
  const answer = await desk.send({}, `/api/matches/${number}/delete`);
  if (!answer) return;
  if (!answer.ok) return toast(answer.detail);
  const gone = document.getElementById("gone").content.cloneNode(true).firstElementChild;
  gone.dataset.match = number;
  gone.querySelector("[data-part=says]").textContent = t("Match {number} was deleted.", { number });
  card.replaceWith(gone);
  const undo = gone.querySelector("[data-undo]");
  undo.focus({ preventScroll: true });
  if (!calm.matches) gone.querySelector(".sand").animate([{ transform: "none" }, { transform: "scaleX(0)" }], { duration: UNDO, fill: "forwards" });
  let end = setTimeout(() => leave(gone), UNDO);
  undo.addEventListener("click", async () => {
    // It must not leave while the table is still being asked.
    clearTimeout(end);
    const back = await desk.send({}, `/api/matches/${number}/restore`);
    if (!back?.ok) {
      end = setTimeout(() => leave(gone), UNDO);
      return back && toast(back.detail);
    }
    gone.replaceWith(card);
    card.querySelector("a").focus({ preventScroll: true });
    toast(t("Match {number} is back.", { number }));
  });
}

/** A card goes, and its evening with it where it was the last. */
function leave(card) {
  const evening = card.closest(".evening");
  card.remove();
  if (evening && !evening.querySelector(".match-card")) evening.remove();
}

async function restore(card) {
  const answer = await desk.send({}, `/api/matches/${card.dataset.match}/restore`);
  if (answer && !answer.ok) toast(answer.detail);
  if (!answer?.ok) return;
  toast(t("Match {number} is back.", { number: card.dataset.match }));
  leave(card);
}

/** Asks once more before a match is gone for good. */
function destroy(card) {
  const sheet = document.getElementById("sheet-destroy");
  sheet.querySelector("[data-destroy-now]").onclick = async () => {
    sheet.close();
    const answer = await desk.send({ for_good: true }, `/api/matches/${card.dataset.match}/delete`);
    if (answer && !answer.ok) toast(answer.detail);
    if (answer?.ok) leave(card);
  };
  sheet.showModal();
}

/** Has a file checked, shows what is in it, and takes it in if that is wanted. */
async function bring(file) {
  const answer = await desk.send(file, "/api/matches/file");
  if (answer === null) return;
  if (!answer.ok) return toast(answer.detail, 15_000);
  const { matches } = answer.body;
  const sheet = document.getElementById("sheet-bring");
  sheet.querySelector(".checked").replaceChildren(...matches.map(checkedItem));
  const take = sheet.querySelector("[data-take]");
  take.hidden = matches.every(({ known }) => known !== null);
  take.onclick = async () => {
    take.disabled = true;
    const taken = await desk.send(file, "/api/matches/file?take=1");
    take.disabled = false;
    sheet.close();
    if (taken === null) return;
    if (!taken.ok) return toast(taken.detail, 15_000);
    const count = taken.body.matches.filter(({ number }) => number !== null).length;
    toast(many("{count} match was taken in.", "{count} matches were taken in.", count));
    seek();
  };
  sheet.showModal();
}

function checkedItem({ white, black, name, length, series, games, turns, known, count, faults, notes }) {
  const players = t("{white} against {black}", { white: white || t("White"), black: black || t("Black") });
  const about = [
    name,
    length ? t("to {length}", { length }) : series ? many("of {count} game", "of {count} games", series) : t("single games"),
    many("{count} game", "{count} games", games),
    many("{count} turn", "{count} turns", turns),
  ];
  const here = known === null ? "" : t("It is here already, as number {number}.", { number: known });
  const item = made("li", {}, made("strong", {}, players), made("small", {}, about.join(" · ")), made("small", {}, here));
  if (!count) item.append(made("p", {}, t("No fault was found in it.")));
  else {
    const told = faults.map(({ game, turn, says }) => made("li", {}, t("Game {game}, turn {turn}: {says}", { game, turn, says })));
    item.append(made("details", {}, made("summary", {}, many("{count} fault", "{count} faults", count)), made("ul", {}, ...told)));
  }
  if (notes.length) {
    const told = notes.map((note) => made("li", {}, capital(note)));
    item.append(made("details", { class: "notes" }, made("summary", {}, many("{count} note", "{count} notes", notes.length)), made("ul", {}, ...told)));
  }
  return item;
}

results.addEventListener("click", (event) => {
  const card = event.target.closest(".match-card");
  if (event.target.closest("[data-delete]")) remove(card);
  if (event.target.closest("[data-restore]")) restore(card);
  if (event.target.closest("[data-destroy]")) destroy(card);
});
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
document.querySelector("[name=record]")?.addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) await bring(file);
  target.value = "";
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  seek();
});
form.addEventListener("input", (event) => {
  clearTimeout(soon);
  soon = setTimeout(seek, event.target.type === "search" ? TYPING : 0);
});
for (const button of form.querySelectorAll("[data-days]")) {
  button.addEventListener("click", () => {
    const now = new Date();
    const { days } = button.dataset;
    const since = days === "year" ? new Date(now.getFullYear(), 0, 1) : new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days) + 1);
    form.elements.from.value = days ? day(since) : "";
    form.elements.to.value = "";
    time.open = false;
    seek();
  });
}
document.addEventListener("pointerdown", (event) => {
  if (!time.contains(event.target)) time.open = false;
});
time.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  time.open = false;
  summary.focus();
});
// What else may be seen and done then, the server knows.
addEventListener("admitted", () => location.reload());
form.querySelector(".spans").hidden = false;
form.querySelector(".find").hidden = true;
