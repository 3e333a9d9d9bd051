// @ts-check
// The doctor's findings: what needs looking after first, what is well folded away.

import { capital, made } from "./elements.js";
import { many, t } from "./i18n.js";
import { field, show, write } from "./fields.js";

const EVERY = 30_000;
const ALWAYS = ["temperature", "disk"];       // told even when they are well
const CHECKS = {
  aim: t("aim"), analysis: t("analysis"), backup: t("backup"), board: t("board"), broker: t("broker"), camera: t("camera"),
  clock: t("computer's clock"), "daily backup": t("daily backup"), database: t("database"), disk: t("disk"), display: t("display"),
  focus: t("focus"), hooks: t("hooks"), https: "HTTPS", light: t("light"), network: t("network"), packages: t("packages"),
  pins: t("pins"), port: t("port"), power: t("power supply"), python: "Python", "set-up": t("set-up"), siblings: t("siblings"),
  strip: t("strip"), temperature: t("temperature"), version: t("version"),
};
const VERDICTS = { ok: t("well"), warning: t("look"), failure: t("broken") };

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
    write(field("verdict"), t("Looking…"));
    const answer = await fetch("/api/doctor", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) {
      write(field("verdict"), t("The computer could not be looked at."));
      return;
    }
    const { findings } = await answer.json();
    show(field("particulars"), findings.some(({ found }) => !found));
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
    write(rest.querySelector("summary"), t("What else is well ({count})", { count: well.length }));
  }
}

function verdict(bad) {
  const broken = bad.filter(({ health }) => health === "failure").length;
  if (broken === 1) return t("One thing does not work.");
  if (broken) return many("{count} thing does not work.", "{count} things do not work.", broken);
  if (bad.length === 1) return t("It works; one thing could be better.");
  if (bad.length) return many("It works; {count} thing could be better.", "It works; {count} things could be better.", bad.length);
  return t("All is well.");
}

function item({ check, health, found, advice }) {
  return made(
    "li", { class: "finding", "data-health": health },
    made("p", { class: "finding-head" }, made("span", { class: "verdict" }, VERDICTS[health]), made("strong", {}, CHECKS[check] ?? check)),
    ...(found ? [made("p", {}, capital(found))] : []),
    ...(advice ? [made("p", { class: "advice" }, capital(advice))] : []),
  );
}
