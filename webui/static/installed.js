// @ts-check
// The live page as an app: its worker, which answers when the table cannot be reached, and what it keeps for that.

import { LAST, recall, remember } from "./remembered.js";
import { language } from "./i18n.js";

const CACHE = "tableside";
const SPOKEN = "tableside.offline";
let asks = null;            // the browser's offer to install, until it has been taken

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  asks = event;
});
addEventListener("appinstalled", () => (asks = null));

/** Whether the browser offers to install the page. */
export const installable = () => asks !== null;

/** Takes the browser's offer. */
export async function install() {
  await asks?.prompt();
  asks = null;
}

/** The page's worker; null where there can be none: over plain HTTP, or with a certificate that is not trusted. */
export async function worker() {
  if (!("serviceWorker" in navigator)) return null;
  return navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready).catch(() => null);
}

/** Keeps what everybody may see of the table, to be shown when it cannot be reached. */
export function keep(snapshot) {
  remember(LAST, JSON.stringify({ at: Date.now(), snapshot }));
}

/** The page for that is kept in the language that is read here. */
async function keepPage() {
  if (!(await worker()) || recall(SPOKEN) === language) return;
  const cache = await caches.open(CACHE);
  await cache.add("/offline").then(() => remember(SPOKEN, language), () => {});
}
keepPage().catch(() => {});
