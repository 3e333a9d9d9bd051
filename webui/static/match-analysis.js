// @ts-check
// What the analysis says of a match played again: of every step, the mistakes as a list, and White's chances as a line.

import { shape, whites } from "./board.js";
import { drawEquity } from "./equity.js";
import { made } from "./elements.js";
import { sceneOf } from "./page.js";
import { noticeOf } from "./replay.js";
import { sign } from "./ticks.js";
import { language, t } from "./i18n.js";
import { nameOf } from "./words.js";
import { field, show, write } from "./fields.js";

const MARKED = ["blunder", "bad"];
const FIGURES = new Intl.NumberFormat(language, { signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 });
const LOSSES = new Intl.NumberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const SHARES = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
const signed = (value) => FIGURES.format(value).replace("-", "\u2212");
const lost = (value) => `\u2212${LOSSES.format(value)}`;

/** What a decision about the cube is called. */
function deed(name) {
  const deeds = { "no double": t("no double"), double: t("double"), "too good": t("too good to double"), take: t("take"), pass: t("pass") };
  return deeds[name] ?? name;
}

/** How grave a loss is. */
function grade(mark) {
  return { blunder: t("blunder"), bad: t("mistake"), doubtful: t("doubtful") }[mark];
}

/** What the first play of a game is called. */
function opening({ idea, point }) {
  const names = {
    run: t("Opening: runs with a back checker"), point: t("Opening: makes point {point}", { point }), slot: t("Opening: slots point {point}", { point }),
    split: t("Opening: splits the back checkers"), build: t("Opening: brings builders down"),
  };
  return names[idea];
}

/** The decisions that a step shows, of a turn as the analysis has it: who, what was made, what is better, and what it lost. */
export function decisionsOf(step, turn) {
  if (!turn) return [];
  const found = [];
  const add = (side, what, name, dice = "") => {
    if (what) found.push({ side, dice, made: name(what.made), right: name(what.best ?? what.right ?? what.made), loss: what.loss, mark: what.mark, moves: what.best_moves ?? [] });
  };
  const other = turn.side === "W" ? "B" : "W";
  if (step.kind === "turn") {
    if (turn.cube?.loss) add(turn.side, turn.cube, deed);
    add(turn.side, turn.play, (name) => name || t("no play"), turn.play?.roll.join("-"));
  }
  if (step.kind === "double") add(turn.side, turn.cube, deed);
  if (step.kind === "answer" || (step.kind === "result" && turn.answer?.made === "pass")) add(other, turn.answer, deed);
  return found;
}

/** Lays an analysis beside the steps of a replay; `go` leads to a step by its place in the row, `redraw` draws the one that is shown. */
export class Judgement {
  #better = false;

  constructor(replay, go, redraw) {
    this.replay = replay;
    this.redraw = redraw;
    this.analysis = replay.match.analysis ?? null;
    if (!this.analysis) return;
    const games = new Map(this.analysis.games.map((game) => [game.number, game]));
    this.turns = replay.steps.map((step) => games.get(step.game.number)?.turns.find(({ turn }) => turn === step.turn) ?? null);
    this.decisions = replay.steps.map((step, at) => decisionsOf(step, this.turns[at]));
    this.decisions.forEach((decisions, at) => {
      const step = replay.steps[at];
      const found = MARKED.filter((mark) => decisions.some((each) => each.mark === mark));
      if (found.length) replay.steps[at] = { ...step, marks: [...step.marks, ...found] };
    });
    this.values = this.#valuesOf(games);
    this.svg = document.querySelector(".equity");
    this.svg.addEventListener("pointerdown", (event) => {
      const box = this.svg.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * (replay.steps.length - 1)));
    });
    this.#list(go);
  }

  /** White's chances, or the points they can expect, after each step; null where nothing tells. */
  #valuesOf(games) {
    const { match, steps } = this.replay;
    const what = match.length ? "chance" : "points";
    return steps.map((step, at) => {
      const turn = this.turns[at];
      const isLast = at === steps.length - 1;
      if (step.kind === "start") return match.length ? (games.get(step.game.number)?.chance ?? null) : null;
      if (step.kind === "result") return match.length && isLast && match.winner ? Number(match.winner === "W") : (turn?.answer?.made === "pass" ? turn[what] : null);
      return step.kind === "turn" || (step.kind === "answer" && turn?.answer) ? (turn?.[what] ?? null) : null;
    });
  }

  /** The step that is shown: what was thought of it, and where it lies on the line. */
  show() {
    if (!this.analysis) return;
    const { at, step, match } = this.replay;
    const turn = this.turns[at];
    const judged = field("judged");
    const lines = this.decisions[at].map((each) => this.#line(each, step));
    if (step.kind === "turn" && turn?.opening) lines.push(made("p", { class: "verdict" }, opening(turn.opening)));
    if (turn?.take_point != null && ["turn", "double", "answer"].includes(step.kind)) lines.push(made("p", { class: "verdict" }, t("Take point: {share}", { share: TENTHS.format(turn.take_point) })));
    if (step.kind === "turn" && turn?.luck != null) {
      const luck = made("span", { class: "luck" }, t("Luck"), ` ${signed(turn.luck)}`);
      (lines.at(-1) ?? lines[lines.push(made("p", { class: "verdict" })) - 1]).append(luck);
    }
    judged.replaceChildren(...lines);
    show(judged, lines.length > 0);
    const standing = this.values[at] ?? this.values.slice(0, at).findLast((value) => value !== null) ?? null;
    const figure = standing === null ? "" : match.length ? SHARES.format(standing) : signed(standing);
    write(field("standing"), figure && `${figure} ${nameOf({ match }, "W")}`);
    this.resize();
  }

  /** A decision in words, with a button for the better play. */
  #line(each, step) {
    if (each.made === each.right) return made("p", { class: "verdict" }, made("b", {}, t("Nothing better")), ` ${each.dice ? "" : each.made}`);
    const line = made("p", { class: "verdict" });
    if (each.mark) line.dataset.kind = each.mark === "doubtful" ? "" : each.mark;
    if (MARKED.includes(each.mark)) line.append(shape("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, sign(each.mark, 15)));
    if (each.mark) line.append(made("b", {}, grade(each.mark)), " ");
    line.append(made("span", { class: "loss" }, lost(each.loss)), " ", each.dice ? "" : made("span", {}, `${each.made} ·`), " ", made("span", {}, t("Better: {play}", { play: each.right })));
    if (each.moves.length && !step.game.board.squares) {
      const button = made("button", { type: "button", class: "small", "aria-pressed": String(this.#better) }, t("Show"));
      button.addEventListener("click", () => {
        this.#better = !this.#better;
        this.redraw();
        document.querySelector(".verdict .small")?.focus();
      });
      line.append(button);
    }
    return line;
  }

  /** The board before the step's play with arrows for the better one, while it is to be shown; else null. */
  better(turned) {
    if (!this.analysis || !this.#better) return null;
    const { at, step, steps, match } = this.replay;
    const each = this.decisions[at].find(({ moves }) => moves.length);
    const before = steps.slice(0, at).findLast(({ index, position }) => index === step.index && position);
    if (!each || !before) return null;
    const scene = sceneOf(noticeOf(before, match), turned);
    const arrows = each.moves.map((move) => move.map((site) => whites(site, each.side, scene.facing)));
    return { ...scene, play: null, dice: null, steps: arrows.map(([from, to]) => ({ side: each.side, from, to })) };
  }

  /** The mistakes of the whole match, each a link to its step. */
  #list(go) {
    const { steps, match } = this.replay;
    const items = this.decisions.flatMap((decisions, at) => decisions.filter(({ mark }) => MARKED.includes(mark)).map((each) => {
      const step = steps[at];
      const what = `${nameOf({ match }, each.side)}: ${[each.dice, each.made].filter(Boolean).join(" ")}`;
      const link = made("a", { href: `#${step.seq}` }, shape("svg", { viewBox: "-8 -8 16 16", "data-kind": each.mark, "aria-hidden": "true" }, sign(each.mark, 15)),
        made("span", {}, what), made("span", { class: "loss" }, lost(each.loss)));
      link.title = grade(each.mark);
      link.addEventListener("click", (event) => {
        event.preventDefault();
        go(at);
      });
      return made("li", {}, link);
    }));
    document.querySelector(".mistakes").replaceChildren(...items);
  }

  /** The line, with where one stands. */
  resize() {
    if (!this.analysis) return;
    const { at, steps, match } = this.replay;
    const has = this.values.some((value) => value !== null);
    show(document.querySelector(".standing"), has);
    this.svg.toggleAttribute("hidden", !has);
    if (!has) return;
    const marks = steps.flatMap((step, place) => MARKED.filter((mark) => this.decisions[place].some((each) => each.mark === mark)).slice(0, 1).map((mark) => [place, mark]));
    const begins = steps.flatMap((step, place) => (place > 0 && step.place === 0 ? [place] : []));
    drawEquity(this.svg, { values: this.values, at, marks, begins, top: match.length ? 1 : null, names: [nameOf({ match }, "W"), nameOf({ match }, "B")] });
  }
}
