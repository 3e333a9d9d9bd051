// @ts-check
// The list of tournaments, and announcing a new one.

import { Desk } from "./desk.js";

const desk = new Desk();
const sheet = document.getElementById("sheet-new");
const form = sheet.querySelector("form");

/** Shows what the chosen format asks for. */
function suit() {
  const { value } = form.elements.format;
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== value;
}

for (const button of document.querySelectorAll("[data-action=new]")) {
  button.addEventListener("click", () => sheet.showModal());
}
sheet.querySelector("[data-close]").addEventListener("click", () => sheet.close());
document.querySelector("#sheet-pin [data-close]").addEventListener("click", () => document.getElementById("sheet-pin").close());
form.addEventListener("change", suit);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  // `elements.length` is how many there are, not the field of that name
  const [name, format, length, rounds, double, third, consolation, seeding, names] = [
    "name", "format", "length", "rounds", "double", "third_place", "consolation", "seeding", "names",
  ].map((each) => form.elements.namedItem(each));
  const knockout = format.value === "knockout";
  const answer = await desk.send({
    name: name.value,
    format: format.value,
    length: Number(length.value),
    rounds: format.value === "swiss" ? Number(rounds.value) : 0,
    cycles: format.value === "round_robin" && double.checked ? 2 : 1,
    third_place: knockout && third.checked,
    consolation: knockout && consolation.checked,
    seeding: seeding.value,
    names: names.value,
  }, "/api/tournaments");
  if (!answer) return;
  form.querySelector(".trouble").textContent = answer.detail;
  if (answer.ok) location.assign(`/tournaments/${answer.body.number}`);
});
suit();
