// @ts-check
// What this phone does beside showing the table: its screen stays on, it tells of what happens while nobody looks, it is felt, and the page
// lies on it as an app. Each is chosen on a sheet and remembered.

import { letSleep, stayAwake } from "./awake.js";
import { install, installable, keep, worker } from "./installed.js";
import { recall, remember } from "./remembered.js";
import { t } from "./i18n.js";
import { write } from "./fields.js";

const CHOSEN = "tableside.phone.";
const FELT = { fault: [200, 100, 200], double: [80, 80, 80], over: [500] };
const wants = (name) => recall(CHOSEN + name) === "on";
const notifies = () => "Notification" in window && isSecureContext;

/** What has just come about that a player would look up for; null: nothing. */
export function newsOf(snapshot, before) {
  if (!before) return null;
  if (snapshot.fault && before.fault?.text !== snapshot.fault.text) return { kind: "fault", says: snapshot.fault.text };
  if (snapshot.game.phase === "doubled" && before.game.phase !== "doubled") return { kind: "double", says: snapshot.says };
  if (snapshot.game.phase === "over" && before.game.phase !== "over") return { kind: "over", says: snapshot.says };
  return null;
}

export class OwnPhone {
  #sheet = document.getElementById("sheet-phone");
  #before = null;

  constructor(styled) {
    const form = this.#sheet.querySelector("form");
    for (const tick of form.elements) {
      if (tick.type === "checkbox") tick.checked = wants(tick.name);
    }
    form.elements.tell.closest("label").hidden = !notifies();
    form.elements.feel.closest("label").hidden = !("vibrate" in navigator);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", ({ target }) => this.#choose(target));
    const adds = form.querySelector("[data-action=install]");
    adds.addEventListener("click", async () => {
      await install();
      adds.hidden = true;
    });
    const opens = document.querySelector("[data-action=phone]");
    opens.closest("p").hidden = false;
    opens.addEventListener("click", async () => {
      await styled();
      adds.hidden = !installable();
      this.#sheet.showModal();
    });
    this.#sheet.querySelector("[data-close]").addEventListener("click", () => this.#sheet.close());
    if (wants("awake")) stayAwake();
  }

  /** The snapshot as it is now. */
  tell(snapshot) {
    keep(snapshot);
    const news = newsOf(snapshot, this.#before);
    this.#before = snapshot;
    if (!news) return;
    if (wants("feel")) navigator.vibrate?.(FELT[news.kind]);
    if (wants("tell") && document.hidden) this.#notify(news.says);
  }

  async #notify(says) {
    if (!notifies() || Notification.permission !== "granted") return;
    // On Android a page may notify by its worker alone.
    const by = await worker();
    const options = { body: says, tag: "tableside", renotify: true, icon: "/static/icon-192.png" };
    if (by) by.showNotification("Tableside", options);
    else new Notification("Tableside", options);
  }

  async #choose(tick) {
    if (tick.name === "tell" && tick.checked && (await Notification.requestPermission()) !== "granted") {
      tick.checked = false;
      write(this.#sheet.querySelector(".trouble"), t("The browser does not let this page notify: allow it in its settings."));
    } else {
      write(this.#sheet.querySelector(".trouble"), "");
    }
    remember(CHOSEN + tick.name, tick.checked ? "on" : "off");
    if (tick.name === "awake") (tick.checked ? stayAwake : letSleep)();
    if (tick.name === "feel" && tick.checked) navigator.vibrate?.(80);
  }
}
