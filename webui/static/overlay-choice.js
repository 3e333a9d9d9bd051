// @ts-check
// The overlay is chosen, seen over a picture of the camera, and its address copied.

import { Desk } from "./desk.js";
import { language, t } from "./i18n.js";
import { field, write } from "./fields.js";

const desk = new Desk();
const form = document.querySelector(".choose form");
const film = document.querySelector(".film iframe");
const still = document.querySelector(".film img");
const address = document.querySelector("[name=address]");

/** The overlay as it is chosen: what holds anyway is left out of its address. */
function choose() {
  const query = new URLSearchParams();
  for (const [name, value] of /** @type {[string, string][]} */ ([...new FormData(form)])) {
    if (value !== form.querySelector(`[name="${name}"]`).value) query.set(name, value);
  }
  query.set("lang", language);
  const path = `/overlay?${query}`;
  address.value = location.origin + path;
  write(field("copied"), "");
  if (film.getAttribute("src") !== path) film.src = path;
}

/** Lays the overlay over what the camera sees now; whoever has not given the PIN is asked for it. */
async function lookThrough() {
  const now = (await desk.get("/api/sight")) ?? ((await desk.ask()) ? await desk.get("/api/sight") : null);
  const frame = now?.frame ?? null;
  if (frame !== null) {
    still.src = `/api/sight.jpg?plain&n=${frame}`;
    await still.decode().catch(() => still.removeAttribute("src"));
  }
  still.hidden = !still.hasAttribute("src");
  write(field("still"), still.hidden ? t("The camera has given no picture yet.") : "");
}

async function copy() {
  // Over plain HTTP there is no clipboard for scripts: then what is marked is copied.
  const done = navigator.clipboard ? navigator.clipboard.writeText(address.value).then(() => true, () => false) : false;
  address.select();
  const copied = (await done) || document.execCommand("copy");
  write(field("copied"), copied ? t("Copied.") : t("It is marked: copy it by hand."));
}

form.addEventListener("change", choose);
document.querySelector("[data-action=still]").addEventListener("click", lookThrough);
document.querySelector("[data-action=copy]").addEventListener("click", copy);
for (const sheet of document.querySelectorAll("dialog")) {
  sheet.querySelector("[data-close]").addEventListener("click", () => sheet.close());
}
choose();
if (document.querySelector(".choose").dataset.admitted === "yes") lookThrough();
