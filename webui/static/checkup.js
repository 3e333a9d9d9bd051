// The doctor's findings: what needs looking after first, what is well folded away.

import { capital, made } from "./made.js";
import { field, show, write } from "./writing.js";

const EVERY = 30_000;
const ALWAYS = ["temperature", "disk"];       // told even when they are well
const VERDICTS = { ok: "well", warning: "look", failure: "broken" };

export class Checkup {
  #last = -EVERY;
  #shown = "";

  constructor(section) {
    this.section = section;
    section.querySelector("[data-action=again]").addEventListener("click", () => this.look());
  }

  /** Looks, unless that was done a moment ago. */
  keep() {
    if (performance.now() - this.#last >= EVERY) this.look();
  }

  async look() {
    this.#last = performance.now();
    write(field("verdict"), "Looking\u2026");
    const answer = await fetch("/api/doctor", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) {
      write(field("verdict"), "The computer could not be looked at.");
      return;
    }
    const { findings } = await answer.json();
    const bad = findings.filter(({ health }) => health !== "ok");
    write(field("verdict"), verdict(bad));
    this.section.dataset.health = ["failure", "warning"].find((each) => bad.some(({ health }) => health === each)) ?? "ok";
    if (JSON.stringify(findings) === this.#shown) return;
    this.#shown = JSON.stringify(findings);
    const told = findings.filter(({ check, health }) => health !== "ok" || ALWAYS.includes(check));
    const well = findings.filter((each) => !told.includes(each));
    // The gravest first; what is equally bad in the order in which things are needed.
    const rank = ({ health }) => ["failure", "warning", "ok"].indexOf(health);
    this.section.querySelector(".findings").replaceChildren(...told.sort((a, b) => rank(a) - rank(b)).map(item));
    this.section.querySelector(".findings.fine").replaceChildren(...well.map(item));
    const rest = this.section.querySelector("details");
    show(rest, well.length > 0);
    write(rest.querySelector("summary"), `What else is well (${well.length})`);
  }
}

function verdict(bad) {
  const broken = bad.filter(({ health }) => health === "failure").length;
  if (broken) return broken === 1 ? "One thing does not work." : `${broken} things do not work.`;
  if (bad.length) return bad.length === 1 ? "It works; one thing could be better." : `It works; ${bad.length} things could be better.`;
  return "All is well.";
}

function item({ check, health, found, advice }) {
  return made(
    "li", { class: "finding", "data-health": health },
    made("p", { class: "finding-head" }, made("span", { class: "verdict" }, VERDICTS[health]), made("strong", {}, check)),
    made("p", {}, capital(found)),
    ...(advice ? [made("p", { class: "advice" }, capital(advice))] : []),
  );
}
