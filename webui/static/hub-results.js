// The results of an evening: they can be printed.

const print = document.querySelector("[data-action=print]");
print.hidden = false;
print.addEventListener("click", () => window.print());
