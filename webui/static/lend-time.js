// @ts-check
// The table does not know the time of day: this phone lends its own, and a word about it is said.

import { locale, t } from "./i18n.js";

const SAID_FOR = 12_000;

const body = JSON.stringify({ wall: Date.now() / 1000 });
const answer = await fetch("/api/time", { method: "POST", headers: { "Content-Type": "application/json", "X-Tableside": "1" }, body }).catch(() => null);
if (answer?.ok && (await answer.json()).taken) {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date());
  const line = document.createElement("p");
  line.className = "lent";
  line.setAttribute("role", "status");
  document.body.append(line);
  // a Greek time ends with a point of its own
  line.textContent = t("The table did not know the time. It takes this phone's: {time}.", { time }).replace("..", ".");
  setTimeout(() => line.remove(), SAID_FOR);
}
