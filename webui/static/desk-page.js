// @ts-check
// The referee's desk: the live part, what the camera sees beside it, and everything that can be put right.

import { dieShape } from "./board.js";
import { CameraPane } from "./camera-pane.js";
import { ClockSheet } from "./clock-sheet.js";
import { Corrected } from "./corrected.js";
import { Desk } from "./desk.js";
import { markBoard } from "./differing.js";
import { Dispute } from "./dispute.js";
import { Editor } from "./editor.js";
import { GameChoice } from "./games.js";
import { Joining } from "./joining.js";
import { keepNames, offerNames, OneName } from "./names.js";
import { chosenTerms, fillTerms, fitShownTerms, takeTerms } from "./match-form.js";
import { Page } from "./page.js";
import { PlaySheet } from "./plays.js";
import { listenForKeys } from "./shortcuts.js";
import { SquaresEditor } from "./squares-editor.js";
import { t } from "./i18n.js";
import { toast } from "./toast.js";
import { Touch } from "./touch.js";
import { nameOf } from "./words.js";
import { watchWrongPins } from "./wrong-pins.js";

const DICE = ["first", "second", "third"];

const page = new Page((question, choice) => send({ type: "answer", question, choice }));
const desk = new Desk();
const games = new GameChoice(document.querySelector("form[data-command=new_match]"));
const clock = new ClockSheet(document.querySelector("form[data-command=set_clock]"));
const plays = new PlaySheet(desk, page);
const corrected = new Corrected(desk);
const touch = new Touch(page, (position) => pass({ type: "set_position", position }));
const joining = new Joining(desk, page, touch, pass);
const dispute = new Dispute(desk, {
  onUndo: (to, turns) => send({ type: "undo", to, turns }, document.getElementById("sheet-dispute")),
  onPlay: (side) => openSheet("play", () => plays.open(side)),
});
watchWrongPins(document.querySelector(".wrong-pins"));
const oneName = new OneName();
let editor = null;
let differs = null;         // where the camera sees otherwise than believed; null while nobody looks

/** What each form says, as a command of the API. */
const COMMANDS = {
  set_roll: (form) => ({ side: form.side.value, roll: diceOf(form).map(Number) }),
  set_turn: (form) => ({ side: form.side.value }),
  set_play: (form, button) => ({ ...plays.command, ...(button?.value === "stands" ? { stands: true } : {}) }),
  set_position: () => ({ position: editor.text() }),
  set_cube: (form) => ({
    value: form.owner.value === "middle" ? 1 : Number(form.value.value),
    owner: form.owner.value === "middle" ? null : form.owner.value,
    in_play: !form.absent.checked,
  }),
  set_score: (form) => ({ score: { W: Number(form.W.value), B: Number(form.B.value) } }),
  set_names: (form) => ({ white: form.white.value, black: form.black.value }),
  set_seating: (form) => ({ near: form.near.value, home_right: form.home.value === "right" }),
  set_clock: () => clock.command,
  claim: (form) => ({ side: form.side.value, points: Number(form.points.value) }),
  resign: (form, button) => ({
    type: button?.value || "resign",
    side: form.side.value,
    grade: Number(form.grade.value),
  }),
  new_game: () => ({}),
  start_chouette: (form) => ({
    players: form.players.value.split("\n").map((name) => name.trim()).filter(Boolean),
    terms: { jacoby: form.jacoby.checked, beaver: form.beaver.checked, raccoon: form.raccoon.checked },
    extras: form.extras.checked,
    captain_stays: form.captain_stays.checked,
    half: form.half.checked,
    lone_beaver: form.lone_beaver.checked,
    one_cube: form.one_cube.checked,
    keeps_box: form.keeps_box.value,
    advice: form.advice.value,
  }),
  new_match: (form) => ({
    length: Number(form.points.value),
    ...(form.profile.value ? { profile: form.profile.value } : {}),
    ...games.command,
    ...(form.dice.value.trim() ? { dice: form.dice.value } : {}),
    ...termsOf(form),
  }),
};

/** What each form shows when it is opened: the table as it is. */
const AS_IT_IS = {
  set_roll: (form, snapshot) => {
    form.side.value = snapshot.to_play ?? "W";
    drawDice(form);
    const { dice, faces } = snapshot.game;
    for (const each of form.querySelectorAll(".dice")) {
      each.disabled = each.hidden = !DICE.slice(0, dice).includes(each.dataset.which);
      for (const face of each.querySelectorAll("input")) face.disabled = !faces?.includes(Number(face.value));
    }
  },
  set_play: () => plays.open(),
  set_position: (form, snapshot) => openEditor(snapshot.seen ?? snapshot.position),
  set_cube: (form, snapshot) => {
    form.owner.value = snapshot.cube.owner ?? "middle";
    form.value.value = String(Math.max(snapshot.cube.value, 2));
    form.absent.checked = !snapshot.cube.in_play;
    form.elements.values.disabled = !snapshot.cube.owner;
  },
  set_score: (form, snapshot) => {
    for (const side of ["W", "B"]) form.elements[side].value = snapshot.score[side];
  },
  set_names: (form, snapshot) => {
    offerNames();
    form.white.value = snapshot.match.white;
    form.black.value = snapshot.match.black;
  },
  set_seating: (form, snapshot) => {
    form.near.value = snapshot.seating?.near ?? "light";
    form.home.value = snapshot.seating?.home_right === false ? "left" : "right";
  },
  set_clock: () => clock.open(),
  start_chouette: (form, snapshot) => (form.players.value = snapshot.chouette?.line.join("\n") ?? ""),
  claim: (form, snapshot) => (form.side.value = snapshot.to_play ?? "W"),
  new_match: (form, snapshot) => {
    AS_IT_IS.set_names(form, snapshot);
    games.clear(snapshot.match.programme);
    form.points.value = String(snapshot.match.length);
    fillTerms(form, snapshot.match.terms);
  },
};

/** Sends a command, and says at the foot that it was taken; its answer, null where no PIN was given. */
async function pass(command, path) {
  const answer = await desk.send(command, path);
  if (answer?.ok) toast(t("Taken down."));
  return answer;
}

/** Sends a command; true if the table took it. What went wrong is said on the sheet, or else at the foot. */
async function send(command, sheet = null) {
  const trouble = sheet?.querySelector(".trouble");
  if (trouble) trouble.textContent = "";
  const answer = await pass(command);
  if (answer === null || answer.ok) return answer !== null;
  if (command.type === "set_play" && answer.status === 409) plays.refused();
  if (trouble) trouble.textContent = answer.detail;
  else toast(answer.detail);
  return false;
}

for (const button of document.querySelectorAll("[data-send]")) {
  button.addEventListener("click", () => {
    const type = button.dataset.send;
    // What is taken back is what is seen here, not what came, or was taken back elsewhere, meanwhile.
    send({ type, ...(type === "undo" && !page.snapshot.kept_back ? { turns: page.snapshot.game.turns } : {}) }, button.closest("dialog"));
  });
}

/** Opens a sheet that shows the table as it is, or as `fill` has it. */
async function openSheet(name, fill = null) {
  const sheet = document.getElementById(`sheet-${name}`);
  const form = sheet.querySelector("form");
  form.reset();
  sheet.querySelector(".trouble").textContent = "";
  if (fill) fill();
  else AS_IT_IS[form.dataset.command]?.(form, page.snapshot);
  sheet.showModal();
}

for (const button of document.querySelectorAll("[data-sheet]")) {
  button.addEventListener("click", () => openSheet(button.dataset.sheet));
}

document.querySelector("[data-action=open]").addEventListener("click", () => desk.ask());
document.querySelector("[data-action=dispute]").addEventListener("click", () => dispute.open());
document.querySelector("[data-action=overlook]").addEventListener("click", async () => {
  const answer = await pass({}, "/api/overlook");
  if (answer && !answer.ok) toast(answer.detail);
});

for (const sheet of document.querySelectorAll("dialog")) {
  sheet.querySelector("[data-close]").addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
}

const namesOf = (form) => [form.white.value.trim(), form.black.value.trim()];

/** Whether the names on a form are to be taken: two of one name are asked about on its sheet. */
function namesAreMeant(form, sheet) {
  const question = oneName.question(...namesOf(form));
  sheet.querySelector(".trouble").textContent = question;
  if (question) form.white.focus();
  else keepNames(...namesOf(form));
  return !question;
}

for (const form of document.querySelectorAll("form[data-command]")) {
  const sheet = form.closest("dialog");
  const type = form.dataset.command;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (type === "set_position" && editor.held) return;
    if (form.white && form.black && !namesAreMeant(form, sheet)) return;
    if (!(await send({ type, ...COMMANDS[type](form, event.submitter) }, sheet))) return;
    if (type === "new_match" && namesOf(form).some((name, index) => name !== page.snapshot.match[["white", "black"][index]])) {
      if (!(await send({ type: "set_names", ...COMMANDS.set_names(form) }, sheet))) return;
    }
    sheet.close();
  });
  form.addEventListener("change", (event) => {
    if (type === "set_cube") form.elements.values.disabled = form.owner.value === "middle";
    if (type === "new_match" && event.target.name === "profile") takeTerms(form);
    if (type === "new_match") fitShownTerms(form);
    if (form.dataset.atOnce !== undefined) form.requestSubmit();
    if (type === "set_roll" && event.target.name === "side") drawDice(form);
    // A number that is picked brings with it what it lacks to seven.
    if (type === "set_roll" && DICE.includes(event.target.name) && page.snapshot.game.source !== "thrown") {
      form[event.target.name === "first" ? "second" : "first"].value = String(7 - Number(event.target.value));
    }
    // The last die ends the throw: a tap for each and it is told.
    if (type === "set_roll" && event.target.name !== "side" && diceOf(form).every(Boolean)) form.requestSubmit();
  });
}

for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => {
    const shown = button.form.elements[button.dataset.of];
    shown.value = Math.max(0, Number(shown.value) + Number(button.dataset.step));
  });
}

/** What the dice on a form show, as many as the game has; empty where nothing is chosen yet. */
function diceOf(form) {
  return DICE.slice(0, page.snapshot.game.dice).map((name) => form[name].value);
}

/** The terms of a new match: those of the last one, unless something else was chosen on the form, or a profile with some. */
function termsOf(form) {
  const chosen = chosenTerms(form);
  const agreed = page.snapshot.match.terms;
  if (form.querySelector("input[name=profile]:checked")?.dataset.terms) return { terms: chosen };
  return Object.entries(chosen).every(([name, value]) => agreed[name] === value) ? {} : { terms: chosen };
}

function drawDice(form) {
  const kind = page.board.geometry.kind(form.side.value);
  for (const face of form.querySelectorAll("[data-die]")) face.replaceChildren(dieShape(kind, Number(face.dataset.die)));
}

function openEditor(position) {
  const { snapshot } = page;
  const names = { W: nameOf(snapshot, "W"), B: nameOf(snapshot, "B") };
  document.querySelector("[data-editor=seen]").hidden = !snapshot.seen;
  const { squares, men } = snapshot.game;
  const { seating } = snapshot;
  const kind = squares ? SquaresEditor : Editor;
  document.getElementById("sheet-position").classList.toggle("of-squares", Boolean(squares));
  if (!(editor instanceof kind)) editor = new kind(document.getElementById("editor"), showEditor);
  if (squares) editor.open(position, men, names, seating, page.turned, squares);
  else editor.open(position, names, seating, page.turned, snapshot.game);
}

function showEditor({ says, held, names }) {
  document.getElementById("editor-says").textContent = says;
  for (const side of ["W", "B"]) {
    const told = { name: names[side], count: editor.total(side) };
    document.querySelector(`[data-field=total-${side}]`).textContent =
      held?.side === side ? t("{name} {count}, 1 in hand", told) : t("{name} {count}", told);
  }
  document.querySelector("#sheet-position form .big").disabled = held !== null;
}

for (const button of document.querySelectorAll("[data-editor]")) {
  const seen = button.dataset.editor === "seen";
  button.addEventListener("click", () => openEditor(seen ? page.snapshot.seen : page.snapshot.position));
}

// Beside the camera's picture the board is shown as believed, and both are marked where they differ.
page.dress = (scene) => {
  const { snapshot } = page;
  if (joining.active) return joining.dress(scene);
  if (touch.active) return touch.dress(scene);
  if (differs === null || !snapshot.position) return scene;
  return { ...scene, position: snapshot.position, marks: [], faulty: snapshot.fault !== null };
};
page.onDrawn = () => {
  markBoard(page.board, joining.active || touch.active || page.snapshot.kept_back ? [] : differs ?? []);
  touch.mark();
};
new CameraPane(desk, document.querySelector(".room").dataset.admitted === "yes", (found) => {
  const same = JSON.stringify(found) === JSON.stringify(differs);
  differs = found;
  if (!same) page.draw();
});
addEventListener("admitted", (event) => {
  document.querySelector("[data-part=shut]").hidden = event.detail;
});

// What is done in a chouette beside the board.
page.onDeed = (deed) => send({ type: "chouette", ...deed });
const joiningIn = document.querySelector(".joining-in");
joiningIn.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await send({ type: "chouette", act: "join", player: joiningIn.joins.value })) joiningIn.reset();
});
joiningIn.querySelector("[data-deed]").addEventListener("click", () => page.onDeed({ act: "undo" }));

const acts = document.querySelector(".acts");
const more = document.querySelector(".acts-more");
const inOrder = [...acts.children];

const isWide = matchMedia("(min-width: 60rem)");
isWide.addEventListener("change", arrange);

/** Under the thumb lie the three acts that matter most now, or four on a wide screen; the others below. */
function arrange() {
  const most = isWide.matches ? 4 : 3;
  const there = inOrder.filter((button) => !button.hidden);
  const focused = document.activeElement;
  for (const [box, buttons] of [[acts, there.slice(0, most)], [more, [...there.slice(most), ...inOrder.filter((button) => button.hidden)]]]) {
    if (buttons.some((button, index) => box.children[index] !== button) || box.children.length !== buttons.length) box.replaceChildren(...buttons);
  }
  more.hidden = there.length <= most;
  if (inOrder.includes(focused) && document.activeElement !== focused) focused.focus({ preventScroll: true });
}

page.onNotice((snapshot) => {
  document.querySelector("[data-action=stands]").hidden = snapshot.fault === null;
  document.querySelector("[data-action=overlook]").hidden = !snapshot.mend?.told;
  const doubled = snapshot.game.phase === "doubled";
  document.querySelector("[data-send=done]").hidden = doubled;
  for (const act of ["take", "pass", "beaver", "raccoon"]) {
    document.querySelector(`[data-send=${act}_cube]`).hidden = !snapshot.cube.may.includes(act);
  }
  document.querySelector("[data-send=demand_rethrow]").hidden = !snapshot.hasty?.may_demand;
  for (const answer of ["accept_resign", "refuse_resign"]) {
    document.querySelector(`[data-send=${answer}]`).hidden = snapshot.resign === null;
  }
  for (const sheet of ["roll", "cube"]) {
    for (const button of document.querySelectorAll(`[data-sheet=${sheet}]`)) button.hidden = Boolean(snapshot.game.squares);
  }
  joiningIn.querySelector("[data-deed]").hidden = !snapshot.chouette?.undo;
  for (const button of document.querySelectorAll("[data-sheet=names], [data-sheet=score]")) button.hidden = Boolean(snapshot.chouette);
  for (const button of document.querySelectorAll("[data-sheet=claim]")) button.hidden = !snapshot.marks?.claims;
  clock.show(snapshot);
  document.querySelector("[data-send=offer_cube]").hidden = !snapshot.cube.may.includes("double");
  arrange();
  corrected.show(snapshot);
  for (const name of document.querySelectorAll("[data-name]")) name.textContent = nameOf(snapshot, name.dataset.name);
});
page.start();
listenForKeys();
