// @ts-check
// A tournament: results entered with one thumb, players, pairings; and what others enter, as it comes.

import { Desk } from "./desk.js";
import { t } from "./i18n.js";
import { toast } from "./toast.js";
import { follow, keyOf } from "./tournament-news.js";

const desk = new Desk();
const draw = follow();
const [results, people, plan] = ["sheet-result", "sheet-people", "sheet-plan"].map((id) => document.getElementById(id));
let pairing = null;         // the one whose result is being entered
let opener = "#event";      // what opened the sheet, and has the focus back

const number = () => document.getElementById("event").dataset.number;
const data = () => JSON.parse(document.getElementById("told-event").textContent);

/** Sends something and draws what comes of it; whether it was taken. What is wrong is said in a sheet, if there is one. */
async function send(what, body, sheet) {
  const answer = await desk.send(body, `/api/tournaments/${number()}/${what}`);
  if (!answer) return null;
  const trouble = sheet?.querySelector(".trouble");
  if (trouble) trouble.textContent = answer.detail;
  else if (!answer.ok) toast(answer.detail);
  if (!answer.ok) return null;
  if (answer.body.says) toast(answer.body.says);
  await draw();
  return answer.body;
}

function button(words, name, value) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.dataset[name] = value;
  return made;
}

function choice(player, checked) {
  const label = document.createElement("label");
  const input = Object.assign(document.createElement("input"), { type: "radio", name: "winner", value: player.number, checked });
  const span = document.createElement("span");
  span.textContent = player.name;
  label.append(input, span);
  return label;
}

/** The sheet in which a winner is tapped, and then the loser's points, which enters it. */
function openResult(of) {
  pairing = data().pairings.find((each) => each.number === of);
  const winner = pairing.result?.winner;
  const [pick, grid] = results.querySelectorAll("fieldset");
  pick.replaceChildren(pick.querySelector("legend"), ...[pairing.white, pairing.black].map((each) => choice(each, each.number === winner)));
  results.querySelector(".trouble").textContent = "";
  results.querySelector("[data-clear]").hidden = !pairing.result?.at;
  results.querySelector("[data-how=draw]").hidden = document.getElementById("event").dataset.draws === "no" || data().length > 0;
  grid.disabled = !winner;
  results.querySelector("[data-how=forfeit]").disabled = !winner;
  showPoints();
  results.showModal();
}

function chosen() {
  return Number(results.querySelector("[name=winner]:checked")?.value ?? 0);
}

function showPoints() {
  const { length } = data();
  const grid = results.querySelector(".points-grid");
  const loser = chosen() === pairing.white.number ? pairing.black : pairing.white;
  grid.querySelector("legend").textContent = chosen() ? t("Points of {name}", { name: loser.name }) : "";
  const points = Array.from({ length }, (_, at) => button(String(at), "points", at));
  grid.querySelector("div").replaceChildren(...points, button(t("not known"), "points", ""));
}

async function enter(winner, score, how) {
  if (await send("results", { pairing: pairing.number, winner: winner || null, score, how }, results)) results.close();
}

results.addEventListener("change", () => {
  for (const part of results.querySelectorAll(".points-grid, [data-how=forfeit]")) part.disabled = false;
  showPoints();
});
results.addEventListener("click", (event) => {
  const { points, how } = event.target.dataset;
  if (points !== undefined) {
    const lost = Number(points);
    const score = chosen() === pairing.white.number ? [data().length, lost] : [lost, data().length];
    enter(chosen(), points === "" ? null : score, "played");
  } else if (how === "neither") enter(null, null, "neither");
  else if (how === "draw") enter(null, null, "played");
  else if (how === "forfeit") enter(chosen(), null, "forfeit");
  else if (event.target.closest("[data-clear]")) {
    send("clear", { pairing: pairing.number }, results).then((done) => done && results.close());
  }
});

/** The players, each with a button to leave or come back. */
function showPeople() {
  people.querySelector(".people").replaceChildren(...data().people.map((each) => {
    const line = document.createElement("li");
    line.classList.toggle("out", each.gone);
    const name = Object.assign(document.createElement("input"), { value: each.name, maxLength: 80 });
    name.dataset.rename = each.number;
    name.setAttribute("aria-label", t("Name"));
    const leave = button(each.gone ? t("Takes part again") : t("Leaves"), "person", each.number);
    leave.className = "small";
    leave.dataset.gone = each.gone ? "no" : "yes";
    leave.setAttribute("aria-label", `${each.name}: ${leave.textContent}`);
    line.append(name, leave);
    return line;
  }));
}

people.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { names } = event.target.elements;
  const done = await send("players", { names: names.value }, people);
  if (!done) return;
  names.value = "";
  showPeople();
  for (const line of [...people.querySelectorAll(".people li")].slice(-done.added.length || Infinity)) line.className = "new";
  people.querySelector(".people .new")?.scrollIntoView({ block: "nearest" });
  people.querySelector(".trouble").textContent = done.known.length ? t("Those took part already: {names}", { names: done.known.join(", ") }) : "";
});
people.addEventListener("click", async (event) => {
  const { person, gone } = event.target.dataset;
  if (person && (await send(`players/${person}`, { gone: gone === "yes" }, people))) showPeople();
});
people.addEventListener("change", async ({ target }) => {
  if (target.dataset.rename) await send(`players/${target.dataset.rename}`, { name: target.value }, people);
});
plan.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  // `elements.length` is how many there are, not the field of that name
  const [name, length, rounds] = ["name", "length", "rounds"].map((each) => event.target.elements.namedItem(each));
  const body = { name: name.value, length: Number(length.value), ...(rounds ? { rounds: Number(rounds.value) } : {}) };
  if (await send("plan", body, plan)) plan.close();
});

document.addEventListener("click", (event) => {
  const it = event.target.closest("[data-enter], [data-post], [data-open], [data-answer], [data-close-event], [data-close]");
  if (!it) return;
  if (it.dataset.enter || it.dataset.open) opener = keyOf(it);
  if (it.dataset.close !== undefined) it.closest("dialog").close();
  if (it.dataset.enter) openResult(Number(it.dataset.enter));
  if (it.dataset.post) send(it.dataset.post, {});
  if (it.dataset.closeEvent) send("close", { closed: it.dataset.closeEvent === "yes" });
  if (it.dataset.open) {
    if (it.dataset.open === "sheet-people") showPeople();
    document.getElementById(it.dataset.open).showModal();
  }
  if (it.dataset.answer !== undefined) {
    const { table, match } = it.closest(".query").dataset;
    send("answer", { table, match: Number(match), pairing: Number(it.dataset.answer) || null });
  }
});
for (const sheet of [results, people, plan]) {
  sheet.addEventListener("close", () => {
    const { activeElement } = document;
    if (activeElement === document.body || sheet.contains(activeElement)) document.querySelector(opener)?.focus({ preventScroll: true });
  });
}
const print = document.querySelector("[data-action=print]");
print.hidden = false;
print.addEventListener("click", () => window.print());
// Who has given the PIN sees more.
addEventListener("admitted", draw);
