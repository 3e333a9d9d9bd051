// @ts-check
// A screen that stays on for as long as the page is looked at: by the browser's own lock, or where that is not lent, over plain HTTP,
// by a tiny film without a picture or a sound, which begins with a touch of the page.

let film = null;
let held = null;
let wanted = false;

/** Keeps the screen on from now on. */
export function stayAwake() {
  if (wanted) return;
  wanted = true;
  if ("wakeLock" in navigator) ask();
  else addEventListener("pointerdown", play, { capture: true });
}

/** Lets the screen go dark again. */
export function letSleep() {
  wanted = false;
  held?.release().catch(() => {});
  held = null;
  film?.pause();
  removeEventListener("pointerdown", play, { capture: true });
}

async function ask() {
  if (!wanted || document.hidden) return;
  held = await navigator.wakeLock.request("screen").catch(() => null);       // a low battery says no
  if (!wanted) letSleep();
}

function play() {
  film ??= Object.assign(document.createElement("video"), { src: "/static/awake.mp4", loop: true, playsInline: true });
  film.setAttribute("playsinline", "");
  if (film.paused) film.play().catch(() => {});
}

document.addEventListener("visibilitychange", () => {
  if ("wakeLock" in navigator) ask();
  else if (wanted && film && !document.hidden) play();
});
