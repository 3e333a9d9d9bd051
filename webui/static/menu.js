// @ts-check
// The menu of pages and languages: it opens by itself, being a <details>; here it closes when somebody turns away from it.

const menu = document.querySelector(".menu details");

document.addEventListener("pointerdown", (event) => {
  if (!menu.contains(event.target)) menu.open = false;
});
menu.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
});
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
