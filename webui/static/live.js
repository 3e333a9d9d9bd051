// The live page.

import { Page } from "./page.js";

const page = new Page();
document.getElementById("board").addEventListener("click", () => page.turn());

const whole = document.querySelector("[data-action=whole]");
if (document.documentElement.requestFullscreen) {
  whole.hidden = false;
  whole.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

page.start();
