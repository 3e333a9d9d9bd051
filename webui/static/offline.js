// @ts-check
// The live page while the table cannot be reached: the last that this phone saw of it.

import { Page } from "./page.js";
import { LAST, recall } from "./remembered.js";
import { locale, t } from "./i18n.js";
import { field, show, write } from "./fields.js";

const AGAIN = 5_000;

function last() {
  try {
    const found = JSON.parse(recall(LAST));
    // an older version's has no labels
    return found?.snapshot.labels ? found : null;
  } catch {
    return null;
  }
}

const kept = last();
if (kept) {
  // What a clock shows then is not what it shows now.
  document.getElementById("snapshot").textContent = JSON.stringify({ ...kept.snapshot, clock: null });
  show(field("made-up"), kept.snapshot.simulated);
  new Page();
}
for (const part of kept ? [] : document.querySelector(".room").children) show(part, false);
document.documentElement.dataset.last = kept ? "kept" : "none";
const time = kept && new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(kept.at);
write(field("connection"), time ? t("The table cannot be reached. This is the board as it was at {time}.", { time }) : t("The table cannot be reached."));
show(field("connection"), true);

/** As soon as the table answers, the page that was asked for is opened. */
async function tryAgain() {
  const answer = document.hidden ? null : await fetch("/api/state", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.replace(location.pathname === "/offline" ? "/" : location.href);
}
setInterval(tryAgain, AGAIN);
addEventListener("online", tryAgain);
document.addEventListener("visibilitychange", tryAgain);
