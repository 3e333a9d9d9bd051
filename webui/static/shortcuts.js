// @ts-check
// Keys for what is done most at the desk, told by "?": each presses the button that it stands for, if that is there.

import { made } from "./elements.js";
import { recall, remember } from "./remembered.js";
import { t } from "./i18n.js";

const OFF = "tableside.keys";
/** The keys by where they lie, so that they are the same on every alphabet, and the buttons that they press. */
const KEYS = {
  D: "[data-send=done]", U: "[data-send=undo]", L: "[data-action=dispute]", A: "[data-send=accept_play]", P: "[data-sheet=play]", R: "[data-sheet=roll]",
  T: "[data-sheet=turn]", B: "[data-sheet=position]", C: "[data-sheet=cube]", S: "[data-sheet=score]", N: "[data-sheet=names]", K: "[data-sheet=clock]",
  G: "[data-sheet=game]", M: "[data-sheet=match]", O: "[data-action=turn]",
};

function buttonOf(selector) {
  return [...document.querySelectorAll(selector)].find((each) => !each.closest("dialog")) ?? null;
}

/** What a button says to who does not see it. */
const sayingOf = (button) => button.textContent.trim() || button.getAttribute("aria-label") || "";

function open(sheet) {
  const list = sheet.querySelector("[data-part=keys]");
  list.replaceChildren(
    ...Object.entries(KEYS).flatMap(([key, selector]) => {
      const button = buttonOf(selector);
      return button ? [made("div", {}, made("dt", {}, made("kbd", {}, key)), made("dd", {}, sayingOf(button)))] : [];
    }),
    made("div", {}, made("dt", {}, made("kbd", {}, "1"), " – ", made("kbd", {}, "9")), made("dd", {}, t("The first answer to a question, and the others"))),
    made("div", {}, made("dt", {}, made("kbd", {}, "?")), made("dd", {}, t("These keys"))),
  );
  sheet.showModal();
}

/** Listens for the keys; a browser without a keyboard never sends any. */
export function listenForKeys() {
  const sheet = document.getElementById("sheet-keys");
  const on = sheet.querySelector("[name=keys]");
  on.checked = recall(OFF) !== "off";
  on.addEventListener("change", () => remember(OFF, on.checked ? "on" : "off"));
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, select, textarea, [contenteditable]");
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing || document.querySelector("dialog[open], .touch:not([hidden])")) return;
    if (event.key === "?") open(sheet);
    else if (!on.checked) return;
    else press(event);
  });
}

function press(event) {
  const answers = document.querySelectorAll(".question:not([hidden]) button.candidate");
  const number = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const button = number ? answers[Number(number) - 1] : letter && KEYS[letter] && buttonOf(KEYS[letter]);
  if (!button?.checkVisibility() || button.disabled) return;
  event.preventDefault();
  button.focus();
  button.click();
}
