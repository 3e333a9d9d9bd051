// @ts-check
// The live page.

import { Chances } from "./chances.js";
import { Page } from "./page.js";

const page = new Page();
document.getElementById("board").addEventListener("click", () => page.turn(2));

const whole = document.querySelector("[data-action=whole]");
if (document.documentElement.requestFullscreen) {
  whole.hidden = false;
  whole.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

const chances = new Chances(document.querySelector(".chances"));
page.onNotice((snapshot) => chances.tell(snapshot));

page.start();

// The board is drawn before there is anything to call out. What a lost connection kept away is fetched once it is back.
let voice;
async function call() {
  const sheet = await import("./announcer-sheet.js").catch(() => null);
  if (!sheet || voice) return;
  voice = sheet.announcer();
  page.onNotice((snapshot) => voice.tell(snapshot));
}
await call();
page.onConnection((state) => {
  if (state === "stale") voice?.hush();
  else if (state === "live" && !voice) call();
});
document.addEventListener("visibilitychange", () => document.hidden && voice?.hush());

// Nor what this phone does beside showing it.
const own = await Promise.all([import("./own-phone.js"), import("./styled.js")]).catch(() => null);
if (own) {
  const [{ OwnPhone }, { styled }] = own;
  const phone = new OwnPhone(styled);
  page.onNotice((snapshot) => phone.tell(snapshot));
}
