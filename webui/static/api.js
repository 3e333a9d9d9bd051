// @ts-check
// The page of the API: lets people try each endpoint, and the referee give tokens to programs.

import { Desk } from "./desk.js";
import { made } from "./elements.js";
import { locale, t } from "./i18n.js";
import { toast } from "./toast.js";
import { show, write } from "./fields.js";

const LISTEN_FOR = 15_000;      // to a stream, unless it is stopped before

const desk = new Desk();
const OWN = { "X-Tableside": "1" };

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("Copied."));
  } catch {
    // Without https a browser lets no page write there: the text is selected, to be copied by hand.
    toast(t("Copy it by hand: this browser lets pages copy only over https."));
  }
}

/** What a form asks for: method, address, headers of its own and body. */
function request(operation) {
  const form = operation.querySelector("form");
  const query = new URLSearchParams();
  const headers = {};
  let path = operation.dataset.path;
  for (const input of form.querySelectorAll("input")) {
    const [place, name] = input.name.split(":");
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(input.value));
    else if (input.value !== "" && place === "query") query.set(name, input.value);
    else if (input.value !== "" && place === "header") headers[name] = input.value;
  }
  const asked = query.toString();
  return { method: operation.dataset.method, address: asked ? `${path}?${asked}` : path, headers, body: form.elements.body?.value };
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The same request as a line for a shell. */
function curl(operation) {
  const { method, address, headers, body } = request(operation);
  const parts = ["curl"];
  if (operation.dataset.path.endsWith("stream") || operation.dataset.path === "/api/events") parts.push("-N");
  if (method !== "GET") parts.push("-X", method);
  if (operation.dataset.needs) parts.push("-H", '"Authorization: Bearer $TOKEN"');
  else if (method !== "GET") parts.push("-H", quoted("X-Tableside: 1"));
  for (const [name, value] of Object.entries(headers)) parts.push("-H", quoted(`${name}: ${value}`));
  if (body !== undefined) parts.push("-H", quoted("Content-Type: application/json"), "-d", quoted(body.replaceAll(/\s*\n\s*/g, " ")));
  return [...parts, quoted(location.origin + address)].join(" ");
}

async function send(operation, signal) {
  const { method, address, headers, body } = request(operation);
  const more = body === undefined ? {} : { "Content-Type": "application/json" };
  return fetch(address, { method, body, signal, cache: "no-store", headers: { ...headers, ...more, ...(method === "GET" ? {} : OWN) } });
}

function verdict(outcome, answer, took) {
  outcome.dataset.ok = answer.ok;
  const size = answer.headers.get("Content-Type") ?? "";
  const line = made("p", { class: "verdict" }, `${answer.status} ${answer.statusText}`, made("small", {}, t("{time} ms", { time: Math.round(took) })), made("small", {}, size));
  const names = made("pre", {}, [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n"));
  outcome.replaceChildren(line, made("details", {}, made("summary", {}, t("Headers")), names));
  show(outcome, true);
}

async function showBody(outcome, answer, stop) {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (kind.startsWith("image/")) {
    outcome.append(made("img", { src: answer.url, alt: t("The picture that was answered") }));
    return;
  }
  const text = made("pre");
  if (kind.startsWith("text/event-stream")) {
    const button = made("button", { type: "button", class: "big plain" }, t("Stop listening"));
    button.addEventListener("click", stop);
    outcome.append(button, text);
    await listen(answer, text);
    button.remove();
    return;
  }
  const said = await answer.text();
  if (!said) return;
  text.textContent = kind.includes("json") ? JSON.stringify(JSON.parse(said), null, 2) : said;
  outcome.append(text);
}

async function listen(answer, text) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text.textContent += part.value;
  } catch {
    // stopped
  }
}

async function tryIt(operation) {
  const outcome = operation.querySelector(".outcome");
  operation.listening?.abort();
  const listening = (operation.listening = new AbortController());
  const stop = () => listening.abort();
  const end = setTimeout(stop, LISTEN_FOR);
  const begun = performance.now();
  try {
    let answer = await send(operation, listening.signal);
    if (answer.status === 401 && operation.dataset.needs) {
      desk.forget();
      if (await desk.ask()) answer = await send(operation, listening.signal);
    }
    verdict(outcome, answer, performance.now() - begun);
    await showBody(outcome, answer, stop);
  } catch (error) {
    if (error.name === "AbortError") return;
    outcome.dataset.ok = false;
    outcome.replaceChildren(made("p", { class: "verdict" }, t("The table cannot be reached. Is this phone still in its network?")));
    show(outcome, true);
  } finally {
    clearTimeout(end);
  }
}

for (const operation of document.querySelectorAll(".operation[data-method]")) {
  const form = operation.querySelector("form");
  const line = form.querySelector(".curl");
  const draw = () => write(line, curl(operation));
  operation.addEventListener("toggle", draw);
  form.addEventListener("input", draw);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tryIt(operation);
  });
  form.querySelector("[data-copy]").addEventListener("click", () => {
    getSelection().selectAllChildren(line);
    copy(line.textContent);
  });
}

/** Opens what an address names after its #, a shape for one. */
function openNamed() {
  const named = location.hash && document.getElementById(location.hash.slice(1));
  if (!named) return;
  if (named.matches("details")) named.open = true;
  named.scrollIntoView();
}
addEventListener("hashchange", openNamed);
openNamed();

const tokens = document.querySelector(".tokens");
const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

async function showTokens() {
  const answer = await fetch("/api/tokens", { cache: "no-store" });
  if (!answer.ok) return tokens.replaceChildren();
  const { tokens: held } = await answer.json();
  return tokens.replaceChildren(...held.map(tokenItem));
}

function tokenItem({ id, name, made: at }) {
  const button = made("button", { type: "button", "aria-label": t("Take the token of {name} back", { name }) }, t("Take back"));
  button.addEventListener("click", async () => {
    await withPin(() => fetch(`/api/tokens/${id}`, { method: "DELETE", headers: OWN }));
    await showTokens();
  });
  return made("li", {}, made("span", {}, name, made("small", {}, day.format(new Date(at * 1000)))), button);
}

/** Asks for the PIN where the table wants one, and then once more. */
async function withPin(ask) {
  const answer = await ask();
  if (answer.status !== 401) return answer;
  desk.forget();
  return (await desk.ask()) ? ask() : answer;
}

const fresh = document.querySelector(".new-token");
const secret = document.querySelector(".secret");
fresh.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = JSON.stringify({ name: fresh.elements.name.value });
  const answer = await withPin(() => fetch("/api/tokens", { method: "POST", body, headers: { ...OWN, "Content-Type": "application/json" } }));
  const said = await answer.json();
  write(fresh.querySelector(".trouble"), answer.ok ? "" : said.detail);
  show(secret, answer.ok);
  if (!answer.ok) return;
  fresh.reset();
  write(secret.querySelector("pre"), said.secret);
  await showTokens();
});
secret.querySelector("[data-copy-secret]").addEventListener("click", () => {
  getSelection().selectAllChildren(secret.querySelector("pre"));
  copy(secret.querySelector("pre").textContent);
});
addEventListener("admitted", ({ detail }) => {
  if (!detail) show(secret, false);
  showTokens();
});
if (document.querySelector("[data-action=pin]").hidden) showTokens();
