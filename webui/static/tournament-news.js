// @ts-check
// What is new in a tournament: asks every few seconds, and draws anew what the server draws.

const EVERY = 4000;
const KEPT = ["data-enter", "data-post", "data-open", "data-close-event", "data-answer", "href"];

/** How what an element of #event is for is found again once it was drawn anew. */
export function keyOf(element) {
  const name = KEPT.find((each) => element.hasAttribute(each));
  return name ? `#event [${name}="${CSS.escape(element.getAttribute(name))}"]` : "#event";
}

/** Keeps #event as it is on the server; calls `drawn` whenever it was drawn anew. */
export function follow(drawn = () => {}) {
  const number = document.getElementById("event").dataset.number;
  let tag = `W/"${document.getElementById("event").dataset.tag}"`;

  async function look() {
    if (document.hidden) return;
    const answer = await fetch(`/api/tournaments/${number}`, { headers: { "If-None-Match": tag }, cache: "no-store" }).catch(() => null);
    if (answer?.status !== 200) return;
    await draw();
  }

  async function draw() {
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("event");
    const shown = document.getElementById("event");
    const held = shown.contains(document.activeElement) ? keyOf(document.activeElement) : null;
    const across = [...shown.querySelectorAll(".bracket, .panel")].map((each) => each.scrollLeft);
    shown.replaceWith(fresh);
    fresh.querySelectorAll(".bracket, .panel").forEach((each, at) => (each.scrollLeft = across[at] ?? 0));
    if (held) document.querySelector(held)?.focus({ preventScroll: true });
    tag = `W/"${fresh.dataset.tag}"`;
    drawn();
  }

  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  return draw;
}
