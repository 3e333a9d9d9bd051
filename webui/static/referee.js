// The referee's page: the live part, and everything that can be put right.

import { dieShape } from "./board.js";
import { Desk } from "./desk.js";
import { Editor } from "./editor.js";
import { Page } from "./page.js";
import { nameOf } from "./words.js";

const PICTURE_EVERY = 2_000;
const TOLD_FOR = 4_000;

const page = new Page((question, choice) => send({ type: "answer", question, choice }));
const desk = new Desk();
const editor = new Editor(document.getElementById("editor"), showEditor);

/** What each form says, as a command of the API. */
const COMMANDS = {
  set_roll: (form) => ({ side: form.side.value, roll: [Number(form.first.value), Number(form.second.value)] }),
  set_turn: (form) => ({ side: form.side.value }),
  set_position: () => ({ position: editor.text() }),
  set_cube: (form) => ({
    value: form.owner.value === "middle" ? 1 : Number(form.value.value),
    owner: form.owner.value === "middle" ? null : form.owner.value,
    in_play: !form.absent.checked,
  }),
  set_score: (form) => ({ score: { W: Number(form.W.value), B: Number(form.B.value) } }),
  set_names: (form) => ({ white: form.white.value, black: form.black.value }),
  set_seating: (form) => ({ near: form.near.value, home_right: form.home.value === "right" }),
  resign: (form) => ({ side: form.side.value, grade: Number(form.grade.value) }),
  new_game: () => ({}),
  new_match: (form) => ({ length: Number(form.points.value) }),
};

/** What each form shows when it is opened: the table as it is. */
const AS_IT_IS = {
  set_roll: (form, notice) => {
    form.side.value = notice.to_play ?? "W";
    drawDice(form);
  },
  set_position: (form, notice) => openEditor(notice.seen ?? notice.position),
  set_cube: (form, notice) => {
    form.owner.value = notice.cube.owner ?? "middle";
    form.value.value = String(Math.max(notice.cube.value, 2));
    form.absent.checked = !notice.cube.in_play;
    form.elements.values.disabled = !notice.cube.owner;
  },
  set_score: (form, notice) => {
    for (const side of ["W", "B"]) form.elements[side].value = notice.score[side];
  },
  set_names: (form, notice) => {
    form.white.value = notice.match.white;
    form.black.value = notice.match.black;
  },
  set_seating: (form, notice) => {
    form.near.value = notice.seating?.near ?? "light";
    form.home.value = notice.seating?.home_right === false ? "left" : "right";
  },
  new_match: (form, notice) => {
    form.points.value = String(notice.match.length);
  },
};

function tell(words) {
  const line = document.querySelector("[data-field=told]");
  line.textContent = words;
  line.hidden = !words;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => (line.hidden = true), TOLD_FOR);
}

/** Sends a command; true if the table took it. What went wrong is said on the sheet, or else at the foot. */
async function send(command, sheet = null) {
  const trouble = sheet?.querySelector(".trouble");
  if (trouble) trouble.textContent = "";
  const answer = await desk.send(command);
  if (answer === null) return false;
  if (answer.ok) tell("Told the referee.");
  else if (trouble) trouble.textContent = answer.detail;
  else tell(answer.detail);
  return answer.ok;
}

for (const button of document.querySelectorAll("[data-send]")) {
  button.addEventListener("click", () => send({ type: button.dataset.send }));
}

for (const button of document.querySelectorAll("[data-sheet]")) {
  button.addEventListener("click", () => {
    const sheet = document.getElementById(`sheet-${button.dataset.sheet}`);
    const form = sheet.querySelector("form");
    form.reset();
    sheet.querySelector(".trouble").textContent = "";
    AS_IT_IS[form.dataset.command]?.(form, page.notice);
    sheet.showModal();
  });
}

for (const sheet of document.querySelectorAll("dialog")) {
  sheet.querySelector("[data-close]").addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
}

for (const form of document.querySelectorAll("form[data-command]")) {
  const sheet = form.closest("dialog");
  const type = form.dataset.command;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (type === "set_position" && editor.held) return;
    if (await send({ type, ...COMMANDS[type](form) }, sheet)) sheet.close();
  });
  form.addEventListener("change", (event) => {
    if (type === "set_cube") form.elements.values.disabled = form.owner.value === "middle";
    if (form.dataset.atOnce !== undefined) form.requestSubmit();
    if (type === "set_roll" && event.target.name === "side") drawDice(form);
    // The second die ends the throw: two taps and it is told.
    if (type === "set_roll" && event.target.name !== "side" && form.first.value && form.second.value) form.requestSubmit();
  });
}

for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => {
    const shown = button.form.elements[button.dataset.of];
    shown.value = Math.max(0, Number(shown.value) + Number(button.dataset.step));
  });
}

/** Whether the side on turn may turn the cube now. */
function mayDouble({ game, cube, to_play: side }) {
  return game.phase === "to throw" && side !== null && cube.in_play && [null, side].includes(cube.owner);
}

function drawDice(form) {
  const kind = page.board.geometry.kind(form.side.value);
  for (const face of form.querySelectorAll("[data-die]")) face.replaceChildren(dieShape(kind, Number(face.dataset.die)));
}

function openEditor(position) {
  const { notice } = page;
  const names = { W: nameOf(notice, "W"), B: nameOf(notice, "B") };
  document.querySelector("[data-editor=seen]").hidden = !notice.seen;
  editor.open(position, notice.game.men, names, notice.seating, page.turned);
}

function showEditor({ says, held, names }) {
  document.getElementById("editor-says").textContent = says;
  for (const side of ["W", "B"]) {
    const inHand = held?.side === side ? ", 1 in hand" : "";
    document.querySelector(`[data-field=total-${side}]`).textContent = `${names[side]} ${editor.total(side)}${inHand}`;
  }
  document.querySelector("#sheet-position form .big").disabled = held !== null;
}

for (const button of document.querySelectorAll("[data-editor]")) {
  const seen = button.dataset.editor === "seen";
  button.addEventListener("click", () => openEditor(seen ? page.notice.seen : page.notice.position));
}

const details = document.querySelector(".camera-picture");
const picture = document.getElementById("picture");
const noPicture = document.getElementById("no-picture");
let asked = 0;

/** Asks for the next picture when the last has come and somebody looks. */
function nextPicture() {
  if (!details.open || document.hidden) return;
  asked += 1;
  picture.src = `/api/snapshot.jpg?${asked}`;
}
picture.addEventListener("load", () => {
  picture.hidden = false;
  noPicture.hidden = true;
  setTimeout(nextPicture, PICTURE_EVERY);
});
picture.addEventListener("error", () => {
  picture.hidden = true;
  noPicture.hidden = false;
  setTimeout(nextPicture, 2 * PICTURE_EVERY);
});
details.addEventListener("toggle", nextPicture);
document.addEventListener("visibilitychange", nextPicture);

page.onNotice((notice) => {
  document.querySelector("[data-action=stands]").hidden = notice.fault === null;
  const doubled = notice.game.phase === "doubled";
  document.querySelector("[data-send=done]").hidden = doubled;
  for (const answer of ["take_cube", "pass_cube"]) document.querySelector(`[data-send=${answer}]`).hidden = !doubled;
  document.querySelector("[data-send=offer_cube]").hidden = !mayDouble(notice);
  for (const name of document.querySelectorAll("[data-name]")) name.textContent = nameOf(notice, name.dataset.name);
});
page.start();
