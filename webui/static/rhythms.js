// @ts-check
// The rhythms in which lights blink: the table says when each is lit, and all keep time with its stopwatch.

import { shape } from "./board.js";
import { t } from "./i18n.js";

const SHOWN = 2;              // seconds of a rhythm that are drawn
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether a light of a rhythm is lit at a time of the table's stopwatch; who wants no motion sees all lit that blink. */
export function isLit(rhythms, name, now) {
  const { period, lit } = rhythms[name];
  if (!period) return name === "steady";
  if (calm.matches) return true;
  const phase = now % period;
  return lit.some(([from, to]) => from <= phase && phase < to);
}

/** The seconds until any of these rhythms has a light change; null: never. */
export function nextChange(rhythms, names, now) {
  if (calm.matches) return null;
  const waits = [...new Set(names)].flatMap((name) => {
    const { period, lit } = rhythms[name];
    return period ? lit.flat().map((edge) => (edge - (now % period) + period) % period || period) : [];
  });
  return waits.length ? Math.min(...waits) : null;
}

/** A rhythm in a word or two. */
export function rhythmName(name) {
  const names = { dark: t("dark"), steady: t("steady"), "double flash": t("double flash"), slow: t("slow") };
  return names[name] ?? name;
}

/** Two seconds of a rhythm as a track, dark where the light is out. */
export function track(rhythms, name) {
  const { period, lit } = rhythms[name];
  const spans = [];
  if (period) for (let begin = 0; begin < SHOWN; begin += period) spans.push(...lit.map(([from, to]) => [begin + from, begin + to]));
  else if (name === "steady") spans.push([0, SHOWN]);
  const wide = (seconds) => (seconds * 100) / SHOWN;
  return shape(
    "svg", { class: "track", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    shape("rect", { class: "track-out", y: 3, width: 100, height: 2 }),
    ...spans.map(([from, to]) => shape("rect", { class: "track-lit", x: wide(from), width: wide(to - from), height: 8 })),
  );
}
