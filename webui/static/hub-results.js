// @ts-check
// The results of an evening: they can be printed.

const button = document.querySelector("[data-action=print]");
button.hidden = false;
button.addEventListener("click", () => window.print());
