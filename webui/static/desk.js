// @ts-check
// The referee's desk: sends commands, and asks for the PIN when the table wants one.

import { choosesKeypad } from "./keypad.js";
import { recall, remember } from "./remembered.js";
import { t } from "./i18n.js";

const NAME = "tableside.referee";
const HEADERS = { "Content-Type": "application/json", "X-Tableside": "1" };

async function post(path, body) {
  const isFile = body instanceof Blob;
  const headers = isFile ? { ...HEADERS, "Content-Type": "application/octet-stream" } : HEADERS;
  let response;
  try {
    response = await fetch(path, { method: "POST", headers, body: isFile ? body : JSON.stringify(body), cache: "no-store" });
  } catch {
    return { ok: false, status: 0, detail: t("The table cannot be reached. Is this phone still in its network?") };
  }
  if (response.ok) return { ok: true, status: response.status, detail: "", body: response.headers.get("Content-Type")?.includes("json") ? await response.json().catch(() => ({})) : {} };
  const problem = await response.json().catch(() => ({}));
  const codeHelps = response.headers.has("X-Tableside-Code");
  return { ok: false, status: response.status, codeHelps, detail: problem.detail ?? t("The table answers {status}.", { status: response.status }) };
}

export class Desk {
  #sheet = document.getElementById("sheet-pin");
  #waiting = null;          // what is to be sent once the PIN has been given
  #from = null;             // where the keyboard was before

  constructor() {
    const [form, fresh] = this.#sheet.querySelectorAll("form");
    choosesKeypad(form);
    choosesKeypad(fresh);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#login(form, fresh);
    });
    fresh.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#setPin(fresh);
    });
    this.#sheet.addEventListener("close", () => {
      form.reset();
      fresh.reset();
      form.hidden = false;
      fresh.hidden = true;
      this.#waiting?.(false);
      this.#waiting = null;
    });
    document.querySelector("[data-action=pin]").addEventListener("click", () => this.ask());
    document.querySelector("[data-action=leave]").addEventListener("click", async () => {
      const answer = await post("/api/logout", {});
      if (answer.ok) this.#admitted(false);
    });
  }

  /** Sends a command, after the PIN if need be; {ok, detail}, or null where the PIN was not given. */
  async send(command, path = "/api/command") {
    const answer = await post(path, command);
    if (answer.status !== 401) return answer;
    this.#admitted(false);
    return (await this.ask()) ? post(path, command) : null;
  }

  /** JSON of the API for who has given the PIN; null where there is none, or the table cannot be reached. */
  async get(path) {
    try {
      const answer = await fetch(path, { cache: "no-store" });
      if (answer.status === 401) this.#admitted(false);
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  /** Asks for the PIN; whether the right one was given. */
  ask() {
    this.#sheet.querySelector(".trouble").textContent = "";
    this.#sheet.querySelector("[name=who]").value = recall(NAME) ?? "";
    this.#from = document.activeElement;
    this.#sheet.showModal();
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** The table does not know us any more. */
  forget() {
    this.#admitted(false);
  }

  async #login(form, fresh) {
    const who = form.elements.who.value.trim();
    const answer = await post("/api/login", { pin: form.elements.pin.value, name: who, code: form.elements.code.value });
    this.#sheet.querySelector(".trouble").textContent = answer.detail;
    if (!answer.ok) {
      if (answer.codeHelps) form.querySelector("[data-field=box-code]").hidden = false;
      form.elements.pin.select();
      return;
    }
    remember(NAME, who);
    if (!answer.body.set_pin) return this.#enter();
    form.hidden = true;
    fresh.hidden = false;
    fresh.elements.pin.focus();
  }

  async #setPin(fresh) {
    const answer = await post("/api/pin", { pin: fresh.elements.pin.value });
    this.#sheet.querySelector(".trouble").textContent = answer.detail;
    if (answer.ok) this.#enter();
    else fresh.elements.pin.select();
  }

  #enter() {
    this.#admitted(true);
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#sheet.close();
    const from = this.#from === document.body ? null : this.#from;
    if (from?.checkVisibility()) from.focus();
    else this.#goOn(from);
    waiting?.(true);
  }

  /** What was pressed is gone: the keyboard is where one goes on, at what has come in the place of a section that asked
   *  for the PIN (at no button of it, which a second Enter would press), else at what takes the PIN back. */
  #goOn(from) {
    const asking = from?.closest("main section");
    if (!asking) return document.querySelector("[data-action=leave]").focus();
    let next = asking.nextElementSibling;
    while (next && !next.checkVisibility()) next = next.nextElementSibling;
    next ??= asking.parentElement;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  #admitted(yes) {
    const pin = document.querySelector("[data-action=pin]");
    // That nobody is, is told once: who hears of it asks anew what is for who was let in, and is refused again.
    if (!yes && !pin.hidden) return;
    pin.hidden = yes;
    document.querySelector("[data-action=leave]").hidden = !yes;
    dispatchEvent(new CustomEvent("admitted", { detail: yes }));
  }
}
