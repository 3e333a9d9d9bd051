// @ts-check
// The first steps of the set-up: the door, where the code of the box or the PIN is given, and the PIN itself.

import { choosesKeypad } from "./keypad.js";
import { Step } from "./setup-parts.js";
import { ask, send } from "./setup-talk.js";
import { t } from "./i18n.js";

export class Door extends Step {
  #trying = false;

  constructor(wizard) {
    super("door", wizard);
    choosesKeypad(this.form);
  }

  enter() {
    this.form.pin.focus();
    this.#askAnew();
  }

  /** Where a PIN was set since this page was loaded, the code is void: the page asks for the PIN then. */
  async #askAnew() {
    if (this.form.dataset.asks !== "code") return;
    const { body } = await ask("/api/access");
    if (body?.has_pin) location.reload();
  }

  acts() {
    return [{ id: "in", text: t("Let me in"), act: () => this.#try(), off: this.#trying }];
  }

  async #try() {
    const pin = this.form.pin.value.trim();
    if (!pin || this.#trying) return this.form.pin.focus();
    this.#trying = true;
    this.wizard.draw();
    const answer = await send("/api/login", { pin, code: this.form.code?.value ?? "" });
    this.#trying = false;
    this.wizard.refuse(answer.detail);
    this.wizard.draw();
    if (answer.ok) {
      this.form.reset();
      await this.wizard.admit();
    } else {
      if (this.form.code && answer.status === 429) this.form.querySelector("[data-field=box-code]").hidden = false;
      this.form.pin.select();
      this.#askAnew();
    }
  }
}

export class Pin extends Step {
  constructor(wizard) {
    super("pin", wizard);
    choosesKeypad(this.form);
    this.form.shown.addEventListener("change", () => {
      this.form.pin.type = this.form.shown.checked ? "text" : "password";
    });
    this.form.pin.addEventListener("input", () => wizard.draw());
  }

  show(state) {
    this.reveal("kept", this.isDone(state));
  }

  acts(state) {
    if (this.isDone(state) && !this.form.pin.value) return [this.onwards];
    return [{ id: "keep", text: t("Keep this PIN"), act: () => this.#keep() }];
  }

  async #keep() {
    const pin = this.form.pin.value.trim();
    if (!(await this.post("pin", { pin }))) return this.form.pin.focus();
    this.form.pin.value = "";
    this.wizard.goOn();
  }
}
