// @ts-check
// The overlay for OBS and other streaming programs: a page of 1920x1080, transparent but for what it tells.
//
// What it shows is chosen by the query string (the server reads it; what it does not know counts as not given):
//
//   layout=lower    both players side by side along the lower edge (so it is when nothing is asked for)
//   layout=corner   a small scoreboard in the upper left corner
//   layout=board    the drawn board between its players, in a column
//   board=right|left|off   a drawn board at that side, in any layout; with layout=board the side of the column
//   clock=off       without the chess clock
//   play=off        without the last play
//   turn=1          as seen from the far side
//   theme=light     for bright scenes; otherwise dark
//
// It follows what everybody may see, never the referee's desk: what a profile keeps back is not on the stream either.

import { copy, dieShape, shape } from "./board.js";
import { drawFace } from "./clock.js";
import { Countdown } from "./countdown.js";
import { Drawing } from "./drawing.js";
import { sceneOf } from "./page.js";
import { follow } from "./stream.js";
import { label, t } from "./i18n.js";
import { nameOf } from "./words.js";
import { field, show, write } from "./fields.js";

const SIDES = ["W", "B"];
const LONG_NAME = 13;
const LONGEST_NAME = 20;
const LONG_PLAY = 30;
const stage = document.querySelector(".stage");
const chosen = stage.dataset;
const turned = chosen.turn === "1";
const strips = Object.fromEntries([...stage.querySelectorAll(".side")].map((strip) => [strip.dataset.side, strip]));
const figure = stage.querySelector(".table");
const board = new Drawing(document.getElementById("board"));
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {import("../types/notice").Notice} */
let snapshot = JSON.parse(document.getElementById("snapshot").textContent);
let begun = false;

const countdown = new Countdown((clock, unsure) => {
  for (const side of SIDES) {
    const face = field("clock", strips[side]);
    show(face, clock !== null && chosen.clock === "on");
    if (clock) drawFace(face, clock, side, unsure, snapshot.match.terms.clock_delay);
  }
});

/** Writes what is worth a glance when it changes. */
function tell(element, text) {
  if (element.textContent === text) return;
  write(element, text);
  if (begun && !calm.matches) element.animate([{ opacity: 0.15 }, { opacity: 1 }], { duration: 450, easing: "ease-out" });
}

/** Draws a cube that shows a value, or hides it where that is null. */
function drawCube(svg, value, offered = false) {
  svg.toggleAttribute("hidden", value === null);
  svg.classList.toggle("offered", offered);
  if (svg.dataset.value === `${value}`) return;
  svg.dataset.value = value;
  svg.setAttribute("aria-label", t("cube {value}", { value }));
  const text = shape("text", { class: `cube-value digits-${String(value).length}` });
  text.textContent = value;
  svg.replaceChildren(copy("cube", { x: -60, y: -60 }), text);
}

/** What the cube shows, if it lies there: with a side, or in the "middle". There is no 1 on a cube. */
function cubeAt(place) {
  const { in_play: inPlay, owner, offered_by: offeredBy, value, next } = snapshot.cube;
  if (!inPlay || snapshot.game.squares || (!snapshot.position && !snapshot.kept_back)) return null;
  const taker = offeredBy && (offeredBy === "W" ? "B" : "W");
  if ((taker ?? owner ?? "middle") !== place) return null;
  return offeredBy ? next : value === 1 ? 64 : value;
}

/** The dice that a side has to play, or null. */
function diceOf(side) {
  const { roll, carried, to_play: mover, game } = snapshot;
  return roll && !carried && mover === side && game.phase === "to move" ? roll : null;
}

function drawDice(svg, dice, kind) {
  svg.toggleAttribute("hidden", dice === null);
  const key = dice ? `${kind} ${dice}` : "";
  if (svg.dataset.drawn === key) return;
  svg.dataset.drawn = key;
  svg.setAttribute("viewBox", `-58 -58 ${116 + 124 * ((dice?.length ?? 1) - 1)} 116`);
  svg.setAttribute("aria-label", dice?.join("-") ?? "");
  svg.replaceChildren(...(dice ?? []).map((value, index) => dieShape(kind, value, { transform: `translate(${index * 124} 0)` })));
}

/** Which checkers a side has. */
function kindOf(side) {
  return (side === "W") === ((snapshot.seating?.near ?? "light") === "light") ? "light" : "dark";
}

function drawSide(side) {
  const strip = strips[side];
  const kind = kindOf(side);
  const name = nameOf(snapshot, side);
  const dice = diceOf(side);
  const task = dice ? "" : label(snapshot.labels[side].duty);        // dice say it themselves
  field("swatch", strip).setAttribute("href", `#checker-${kind}`);
  strip.setAttribute("aria-label", name);
  strip.classList.toggle("on-turn", dice !== null || task !== "");
  field("name", strip).classList.toggle("long", name.length > LONG_NAME);
  field("name", strip).classList.toggle("longest", name.length > LONGEST_NAME);
  write(field("name", strip), name);
  write(field("duty", strip), task);
  show(field("duty", strip), task !== "");
  drawDice(field("dice", strip), dice, kind);
  write(field("facts", strip), label(snapshot.labels[side].recorded));
  drawCube(field("cube", strip), cubeAt(side), snapshot.cube.offered_by !== null);
  tell(field("score", strip), String(snapshot.score[side]));
}

function drawPlay() {
  const play = chosen.play === "on" ? snapshot.last_play : null;
  show(field("play"), play !== null);
  if (!play) return;
  const notation = play.notation || t("no play");
  const name = nameOf(snapshot, play.side);
  field("by").setAttribute("href", `#checker-${kindOf(play.side)}`);
  field("who").classList.toggle("longest", name.length > LONGEST_NAME);
  write(field("who"), name);
  write(field("throw"), ` ${label(snapshot.labels.throw)}`.trimEnd() + ":");
  field("notation").classList.toggle("long", notation.length > LONG_PLAY);
  tell(field("notation"), notation);
  show(field("illegal"), play.illegal !== null);
}

/**
 * What the board shows. The points bear the numbers in which the last play is written, or what is said of an illegal one; how
 * that is put right is for the table.
 */
function sceneForViewers() {
  const writer = snapshot.fault?.side ?? (chosen.play === "on" ? snapshot.last_play?.side : null);
  const numbersFor = snapshot.position && (writer ?? (turned ? "B" : "W"));
  return { ...sceneOf(snapshot, turned), numbersFor, steps: [] };
}

function draw() {
  write(field("match-line"), label(snapshot.labels.match));
  for (const side of SIDES) drawSide(side);
  drawCube(field("middle-cube"), cubeAt("middle"));
  write(field("wrong"), snapshot.fault?.told ?? "");
  show(field("alarm"), snapshot.fault !== null);
  drawPlay();
  const shown = chosen.board !== "off" && !snapshot.kept_back;
  show(figure, shown);
  if (shown) board.show(sceneForViewers());
  document.documentElement.dataset.seq = String(snapshot.seq);
  begun = true;
}

draw();
countdown.tell(snapshot.clock);
follow(
  (next) => {
    snapshot = next;
    draw();
    countdown.tell(next.clock);
  },
  (state) => {
    document.body.dataset.connection = state;
    countdown.doubt(state === "stale");
  },
);
