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
page.onNotice((notice) => chances.tell(notice));

page.start();

// The board is drawn before there is anything to call out.
const { announcer } = await import("./announcer-sheet.js");
const voice = announcer();
page.onNotice((notice) => voice.tell(notice));
page.onConnection((state) => state === "stale" && voice.hush());
document.addEventListener("visibilitychange", () => document.hidden && voice.hush());
