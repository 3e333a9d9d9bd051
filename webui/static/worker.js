// @ts-check
// What answers for the table when it cannot be reached: the board and the score as they were last seen. Everything else comes from the
// table, always; nothing of the API is kept.

const worker = /** @type {any} */ (self);      // what TypeScript takes for a window
const CACHE = "tableside";
const OFFLINE = "/offline";
const PARTS = [
  "page.css", "clock.css", "icon.svg", "offline.js", "page.js", "drawing.js", "board.js", "squares.js", "geometry.js", "candidates.js", "clock.js",
  "countdown.js", "board-repair.js", "remembered.js", "stream.js", "i18n.js", "words.js", "fields.js", "menu.js", "elements.js", "chouette.js",
].map((name) => `/static/${name}`);

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([OFFLINE, ...PARTS])).then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE).then((page) => page ?? Response.error())));
  else if (PARTS.includes(pathname)) event.respondWith(part(request, pathname));
});

/** A part of the page as the table has it now; as it was, where the table is away. */
async function part(request, pathname) {
  try {
    const answer = await fetch(request);
    if (answer.status === 200) {
      const kept = answer.clone();
      caches.open(CACHE).then((cache) => cache.put(pathname, kept));
    }
    return answer;
  } catch {
    return (await caches.match(pathname)) ?? Response.error();
  }
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.matchAll({ type: "window" }).then((pages) => (pages.length ? pages[0].focus() : worker.clients.openWindow("/"))));
});
