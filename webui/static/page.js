// @ts-check
// The live part that both pages share: the board, the players, what the referee says; a snapshot in, the page as it is out.

import { Drawing } from "./drawing.js";
import { candidates } from "./candidates.js";
import { drawChouette } from "./chouette.js";
import { Clocks } from "./clock.js";
import { drawRepair } from "./board-repair.js";
import { recall, remember } from "./remembered.js";
import { follow } from "./stream.js";
import { label, many, t } from "./i18n.js";
import { nameOf, points, spokenPosition, staleLine } from "./words.js";
import { field, show, write } from "./fields.js";

/** @typedef {import("../types/notice").Notice} Notice */

const SEAT = "tableside.seat";
/** Where one can look from, in the order in which one walks round the table. */
const SEATS = ["near", "left", "far", "right"];
/** A name of more letters is written smaller, on two lines. */
const LONG_NAME = 14;
/** And one of more than that smaller still, on three where the room is narrow. */
const LONGEST_NAME = 26;
const BLIND = ["covered", "moved", "dark", "lost"];

/** The live page; with `onAnswer(question, choice)` the answers to a question are there to be tapped. */
export class Page {
  /** What a page does to a scene before it is drawn. */
  dress = (scene) => scene;
  /** What it does after the board has been drawn. */
  onDrawn = () => {};
  /** What is told of a chouette: the desk's deeds; null where nothing can be done in it. */
  onDeed = null;
  #onAnswer;
  #spoken = null;
  #listeners = [];
  #connected = [];

  constructor(onAnswer = null) {
    this.#onAnswer = onAnswer;
    /** @type {Notice} */
    this.snapshot = JSON.parse(document.getElementById("snapshot").textContent);
    this.seat = SEATS.find((each) => each === recall(SEAT)) ?? "near";
    this.board = new Drawing(document.getElementById("board"));
    this.clocks = new Clocks();
    for (const button of document.querySelectorAll("[data-action=turn]")) {
      button.addEventListener("click", () => this.turn(1));
    }
    this.draw();
    this.clocks.tell(this.snapshot);
  }

  /** Calls `listener(snapshot)` now and after every change. */
  onNotice(listener) {
    this.#listeners.push(listener);
    listener(this.snapshot);
  }

  /** Calls `listener(state)` with "live", "polling" or "stale" whenever that changes. */
  onConnection(listener) {
    this.#connected.push(listener);
  }

  /** Follows the table from here on; `source(onNotice, onState)` brings it, by itself the table's own stream. */
  start(source = (onNotice, onState) => follow(onNotice, onState, this.#onAnswer !== null, sourceOf())) {
    source(
      (snapshot) => {
        this.snapshot = snapshot;
        this.draw();
        this.clocks.tell(snapshot);
        for (const listener of this.#listeners) listener(snapshot);
      },
      (state, since) => this.#connection(state, since),
    );
  }

  /** Walks on by so many quarters round the table: two lead to the opposite seat. */
  turn(quarters) {
    this.seat = SEATS[(SEATS.indexOf(this.seat) + quarters) % SEATS.length];
    remember(SEAT, this.seat);
    this.draw();
  }

  /** Whether White's side is the upper one, or at the left hand of who sits at an end. */
  get turned() {
    return this.seat === "far" || this.seat === "right";
  }

  draw() {
    const { snapshot } = this;
    document.body.classList.toggle("turned", this.turned);
    document.body.dataset.seat = this.seat;
    for (const button of document.querySelectorAll("button[data-action=turn]")) button.setAttribute("aria-label", seenFrom(this.seat));
    show(document.querySelector("figure.table"), !snapshot.kept_back);
    const scene = this.dress(sceneOf(snapshot, this.turned));
    this.board.show(seated(scene, this.seat));
    this.onDrawn();
    for (const side of ["W", "B"]) this.#player(side, scene.seating);
    write(field("match-line"), label(snapshot.labels.match));
    write(field("cube-line"), label(snapshot.labels.cube));
    this.#voice();
    drawRepair(snapshot.mend ?? null);
    drawChouette(snapshot.chouette ?? null, this.onDeed);
    this.#lastPlay();
    this.#question();
    this.#forReaders();
    document.documentElement.dataset.seq = String(snapshot.seq);
  }

  #player(side, seating) {
    const { snapshot } = this;
    const strip = document.querySelector(`.player[data-side="${side}"]`);
    const near = seating?.near ?? "light";
    strip.dataset.kind = (side === "W") === (near === "light") ? "light" : "dark";
    field("swatch", strip).setAttribute("href", `#checker-${strip.dataset.kind}`);
    const name = nameOf(snapshot, side);
    field("name", strip).classList.toggle("long", name.length > LONG_NAME);
    field("name", strip).classList.toggle("longest", name.length > LONGEST_NAME);
    write(field("name", strip), name);
    write(field("score", strip), snapshot.chouette ? points(snapshot.score[side]) : String(snapshot.score[side]));
    write(field("pips", strip), label(snapshot.labels[side].facts));
    const task = label(snapshot.labels[side].duty);
    write(field("duty", strip), task);
    show(field("duty", strip), task !== "");
    strip.classList.toggle("on-turn", task !== "");
    const cube = label(snapshot.labels[side].cube);
    write(field("cube", strip), cube);
    show(field("cube", strip), cube !== "");
  }

  #voice() {
    const { snapshot } = this;
    const voice = document.querySelector(".voice");
    const blind = BLIND.includes(snapshot.camera.view);
    let mood = "calm";
    if (snapshot.fault) mood = "fault";
    else if (blind) mood = "blind";
    else if (snapshot.cube_fault || snapshot.cocked || snapshot.hasty || snapshot.setup) mood = "warning";
    else if (snapshot.question || snapshot.resign) mood = "question";
    else if (snapshot.game.phase === "over") mood = "result";
    const flag = mood === "calm" && snapshot.clock?.fallen.length ? snapshot.clock.says : "";
    voice.dataset.mood = flag ? "warning" : mood;
    write(field("says"), flag || (snapshot.fault && !snapshot.hasty ? snapshot.fault.text : snapshot.says));
    const standing = snapshot.fault && !snapshot.fault.provisional ? t("The play stands unless it is put right.") : "";
    const more = [
      snapshot.fault && snapshot.says !== snapshot.fault.text ? snapshot.says : standing,
      snapshot.cocked && snapshot.cocked !== snapshot.says ? snapshot.cocked : "",
      snapshot.opening ?? "",
      flag ? snapshot.says : "",
    ].filter(Boolean);
    write(field("more"), more.join(" "));
    write(field("clock-says"), flag ? "" : snapshot.clock?.says ?? "");
    // What only might go wrong is for the referee; what does is for everybody.
    const told = snapshot.host.filter((each) => this.#onAnswer || each.health === "failure");
    const ailing = told.find((each) => !snapshot.says.includes(each.text));
    // What to do about it is for the referee; the others are only told that it is known.
    write(field("host"), ailing ? `${ailing.text} ${this.#onAnswer ? ailing.advice : ""}`.trim() : "");
    const { view, reads, text, note, ready } = snapshot.camera;
    show(field("to-setup"), !ready);
    write(field("camera"), view === "clear" && reads !== false ? note ?? "" : text === snapshot.says ? "" : text);
  }

  #lastPlay() {
    const play = this.snapshot.last_play;
    const card = document.querySelector(".last-play");
    show(card, play !== null);
    if (!play) return;
    write(field("last-who", card), label(this.snapshot.labels.play));
    write(field("last-notation", card), play.notation || t("no play"));
    write(field("last-remark", card), label(this.snapshot.labels.remark, " "));
  }

  #question() {
    const { question, questions, says } = this.snapshot;
    const card = document.querySelector(".question");
    show(card, question !== null);
    if (!question) return;
    write(field("question-label"), questions > 1 ? many("One of {count} question", "One of {count} questions", questions) : t("Which is it?"));
    write(field("question-text"), question.text === says ? "" : question.text);
    const key = `${question.number} ${this.turned}`;
    if (card.dataset.drawn === key) return;
    card.dataset.drawn = key;
    field("candidates", card).replaceChildren(...candidates(this.snapshot, this.turned, this.#onAnswer));
  }

  #forReaders() {
    const { snapshot } = this;
    write(field("position-W"), spokenPosition(snapshot, "W"));
    write(field("position-B"), spokenPosition(snapshot, "B"));
    write(field("alert"), snapshot.fault?.text ?? snapshot.cube_fault ?? "");
    const told = `${label(snapshot.labels.spoken)} ${snapshot.fault ? "" : snapshot.says}`;
    // What was there when the page opened is read with the page; only what changes is called out.
    if (this.#spoken !== null && told !== this.#spoken) write(field("announce"), told);
    this.#spoken = told;
  }

  #connection(state, since) {
    document.body.dataset.connection = state;
    this.clocks.doubt(state === "stale");
    for (const listener of this.#connected) listener(state);
    const bar = field("connection");
    write(bar, state === "stale" ? staleLine(since) : "");
    show(bar, state === "stale");
    const words = { live: t("connected"), polling: t("many are watching: updated every few seconds"), stale: t("not connected") };
    write(field("connection-state"), words[state]);
  }
}

/** The address below which the table's state and events are had, where that is not the usual one. */
function sourceOf() {
  return /** @type {HTMLElement} */ (document.querySelector("[data-source]"))?.dataset.source;
}

/** What the button says that turns the board. */
function seenFrom(seat) {
  const says = {
    near: t("Turn board: seen from the near side"),
    left: t("Turn board: seen from the left end"),
    far: t("Turn board: seen from the far side"),
    right: t("Turn board: seen from the right end"),
  };
  return says[seat];
}

/** A scene as it is seen from a seat: from an end the near side's board is turned by a quarter. */
function seated(scene, seat) {
  const quarter = { left: -1, right: 1 }[seat] ?? 0;
  return quarter ? { ...scene, turned: false, quarter } : scene;
}

/**
 * The points to be marked: those from which a checker has to go, where that is known, else those that the fault is about.
 * @param {Notice} snapshot
 */
function marksOf({ fault, mend, game }) {
  if (!fault) return [];
  const going = (mend?.steps ?? []).filter((step) => !step.done && step.from !== null).map((step) => step.from);
  const marked = going.length ? going : fault.stands.length ? fault.stands : fault.points;
  return game.squares ? marked : [...new Set(marked)];
}

/**
 * What the board shows of a snapshot.
 * @param {Notice} snapshot
 */
export function sceneOf(snapshot, turned) {
  const { phase } = snapshot.game;
  return {
    squares: snapshot.game.squares,
    facing: snapshot.game.facing,
    hand: snapshot.game.hand,
    position: snapshot.seen ?? snapshot.position,
    seating: snapshot.seating,
    turned,
    numbersFor: snapshot.position ? (snapshot.labels.counted_by ?? (turned ? "B" : "W")) : null,
    dice: snapshot.roll && phase === "to move" ? { side: snapshot.to_play, roll: snapshot.roll, owed: snapshot.carried, name: snapshot.roll_name } : null,
    cube: snapshot.position ? snapshot.cube : null,
    play: snapshot.fault || phase === "doubled" ? null : snapshot.last_play,
    faint: phase === "to move" && !snapshot.game.squares,
    marks: marksOf(snapshot),
    faulty: snapshot.fault !== null,
    steps: (snapshot.mend?.steps ?? []).filter((step) => !step.done),
  };
}
