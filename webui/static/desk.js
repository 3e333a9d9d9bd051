// The referee's desk: sends commands, and asks for the PIN when the table wants one.

const HEADERS = { "Content-Type": "application/json", "X-Tableside": "1" };

async function post(path, body) {
  let response;
  try {
    response = await fetch(path, { method: "POST", headers: HEADERS, body: JSON.stringify(body), cache: "no-store" });
  } catch {
    return { ok: false, status: 0, detail: "The table cannot be reached. Is this phone still in its network?" };
  }
  if (response.ok) return { ok: true, status: response.status, detail: "" };
  const problem = await response.json().catch(() => ({}));
  return { ok: false, status: response.status, detail: problem.detail ?? `The table answers ${response.status}.` };
}

export class Desk {
  #sheet = document.getElementById("sheet-pin");
  #waiting = null;          // what is to be sent once the PIN has been given

  constructor() {
    const form = this.#sheet.querySelector("form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#login(form);
    });
    this.#sheet.addEventListener("close", () => {
      form.reset();
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

  /** Asks for the PIN; whether the right one was given. */
  ask() {
    this.#sheet.querySelector(".trouble").textContent = "";
    this.#sheet.showModal();
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** The table does not know us any more. */
  forget() {
    this.#admitted(false);
  }

  async #login(form) {
    const answer = await post("/api/login", { pin: form.elements.pin.value });
    this.#sheet.querySelector(".trouble").textContent = answer.detail;
    if (!answer.ok) {
      form.elements.pin.select();
      return;
    }
    this.#admitted(true);
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#sheet.close();
    waiting?.(true);
  }

  #admitted(yes) {
    document.querySelector("[data-action=pin]").hidden = yes;
    document.querySelector("[data-action=leave]").hidden = !yes;
    dispatchEvent(new CustomEvent("admitted", { detail: yes }));
  }
}
