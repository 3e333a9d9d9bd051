// @ts-check
// A chess clock of two large buttons, for a phone that lies beside the board: each player presses their own when they have played.

import { stayAwake } from "./awake.js";
import { drawFace, spokenFace, Voice } from "./clock.js";
import { Countdown } from "./countdown.js";
import { Desk } from "./desk.js";
import { recall, remember } from "./remembered.js";
import { follow } from "./stream.js";
import { label, t } from "./i18n.js";
import { nameOf, staleLine } from "./words.js";
import { field, show, write } from "./fields.js";

const TURNED = "tableside.clock.turned";
const SAID_FOR = 4_000;
const LONG_NAME = 16;
const OTHER = { W: "B", B: "W" };

const desk = new Desk();
const voice = new Voice();
const halves = Object.fromEntries([...document.querySelectorAll(".half")].map((half) => [half.dataset.side, half]));
const pause = document.querySelector("[data-action=pause]");
const whole = document.querySelector("[data-action=whole]");
const answers = { W: "", B: "" };           // what a player has been told last, for a moment
const forget = { W: null, B: null };
/** @type {import("../types/notice").Notice} */
let snapshot = JSON.parse(document.getElementById("snapshot").textContent);

const countdown = new Countdown((clock, unsure) => {
  for (const side of ["W", "B"]) drawHalf(halves[side], clock, side, unsure);
  show(pause, clock !== null);
  write(pause, clock?.paused ? t("Go on") : t("Stop"));
  voice.tell(snapshot, clock);
});

function drawHalf(half, clock, side, unsure) {
  half.classList.toggle("clockless", clock === null);
  if (clock) drawFace(half, clock, side, unsure, snapshot.match.terms.clock_delay);
  else {
    half.classList.remove("low", "long");
    half.style.setProperty("--free", "0");
    write(field("clock-free", half), "");
    half.dataset.state = snapshot.labels[side].duty.length ? "runs" : "rests";
    write(field("clock-time", half), t("Done"));
  }
  write(field(`spoken-${side}`), clock ? spokenFace(clock, side, unsure) : "");
  write(field("task", half), answers[side] || taskOf(clock, side, half.dataset.state));
  write(field("words", half), snapshot.fault?.told ?? snapshot.says);
  half.classList.toggle("faulty", snapshot.fault !== null);
  const name = nameOf(snapshot, side);
  field("name", half).classList.toggle("long", name.length > LONG_NAME);
  write(field("name", half), name);
  half.setAttribute("aria-label", t("{name}: done", { name }));
  write(field("score", half), String(snapshot.score[side]));
  const kind = (side === "W") === ((snapshot.seating?.near ?? "light") === "light") ? "light" : "dark";
  field("swatch", half).setAttribute("href", `#checker-${kind}`);
}

/** What a player is told below their time. */
function taskOf(clock, side, state) {
  if (state === "fallen") return "";
  if (state === "held") return clock.says || t("The clock is stopped.");
  if (state === "unsure") return t("The table is not heard.");
  const task = label(snapshot.labels[side].duty);
  return state === "runs" && task ? t("{task}, then tap", { task }) : task;
}

/** Tells a player something for a moment. */
function answer(side, words) {
  answers[side] = words;
  clearTimeout(forget[side]);
  forget[side] = setTimeout(() => answer(side, ""), SAID_FOR);
  if (!words) clearTimeout(forget[side]);
  write(field("task", halves[side]), words || taskOf(snapshot.clock, side, halves[side].dataset.state));
}

async function send(command, side) {
  const told = await desk.send(command);
  if (told && !told.ok) answer(side, told.detail);
}

for (const [side, half] of Object.entries(halves)) {
  half.addEventListener("click", () => {
    const other = OTHER[side];
    if (snapshot.clock?.running === other) return answer(side, t("It is {name}'s turn.", { name: nameOf(snapshot, other) }));
    navigator.vibrate?.(20);
    return send({ type: "done", side }, side);
  });
}

pause.addEventListener("click", () => send({ type: snapshot.clock?.paused ? "resume_clock" : "pause_clock" }, "W"));

function turn(turned) {
  document.body.classList.toggle("turned", turned);
  remember(TURNED, turned ? "yes" : "no");
}
turn(recall(TURNED) === "yes");
document.querySelector("[data-action=turn]").addEventListener("click", () => turn(!document.body.classList.contains("turned")));

if (document.documentElement.requestFullscreen) {
  whole.hidden = false;
  whole.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}

countdown.tell(snapshot.clock);
stayAwake();
follow(
  (next) => {
    snapshot = next;
    document.documentElement.dataset.seq = next.seq;
    countdown.tell(next.clock);
  },
  (state, since) => {
    document.body.dataset.connection = state;
    countdown.doubt(state === "stale");
    write(field("connection"), state === "stale" ? staleLine(since) : "");
    show(field("connection"), state === "stale");
  },
);
