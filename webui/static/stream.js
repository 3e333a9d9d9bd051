// @ts-check
// The event stream, kept open whatever happens. It is read by hand rather than with EventSource because that hides
// comments: without them a quiet table and a dead connection look alike.

import { language } from "./i18n.js";
import { field, show } from "./fields.js";

const STALE_AFTER = 12_000;
const GRACE = 3_000;            // for a page that has just been looked at again
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 10_000;

/**
 * Follows the table. `onNotice(snapshot)` for the snapshot of now and for each change; `onState(state, since)` with
 * "live", "polling" (all streams were taken) or "stale", and the time when something was last heard. `desk`: what the
 * referee may see, once the PIN has been given. `source`: the address below which the state and its events are had.
 */
export function follow(onNotice, onState, desk = false, source = "/api") {
  // In the language of this page, whatever another one in this browser has been put into meanwhile.
  const whose = `?lang=${language}${desk ? "&desk" : ""}`;
  let last = null;          // the text of the last snapshot: its number may come again when the table has been restarted
  let heard = Date.now();
  let begun = heard;
  let state = null;
  let wait = FIRST_WAIT;
  let request = null;
  let retry = null;

  const tell = (next) => {
    if (next !== state || next === "stale") onState(next, heard);
    state = next;
  };
  const hear = (how) => {
    heard = Date.now();
    wait = FIRST_WAIT;
    tell(how);
  };
  const take = (text) => {
    if (text === last) return;
    last = text;
    /** @type {import("../types/notice").Notice} */
    const snapshot = JSON.parse(text);
    show(field("made-up"), snapshot.simulated);
    onNotice(snapshot);
  };

  async function stream(signal) {
    const response = await fetch(`${source}/events${whose}`, { cache: "no-store", signal });
    if (response.status === 503) return poll(response, signal);
    if (!response.ok) throw new Error(`the table answers ${response.status}`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return FIRST_WAIT;
      hear("live");
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const data = block.split("\n").find((line) => line.startsWith("data: "));
        if (data) take(data.slice(6));
      }
    }
  }

  /** Asks once for the state instead, and says how long to wait before trying the stream again. */
  async function poll(full, signal) {
    const response = await fetch(`${source}/state${whose}`, { cache: "no-store", signal });
    if (!response.ok) throw new Error(`the table answers ${response.status}`);
    take(await response.text());
    hear("polling");
    return Math.min(Number(full.headers.get("Retry-After")) * 1000 || LONGEST_WAIT, 3_000);
  }

  async function run() {
    clearTimeout(retry);
    request?.abort();
    const mine = (request = new AbortController());
    begun = Date.now();
    let pause = wait;
    try {
      pause = await stream(mine.signal);
    } catch {
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
    if (request === mine && !document.hidden) retry = setTimeout(run, pause);
  }

  function stop() {
    clearTimeout(retry);
    request?.abort();
    request = null;
  }

  // A page that nobody looks at gives its place to somebody who does; one that comes back asks at once.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return stop();
    heard = Math.max(heard, Date.now() - STALE_AFTER + GRACE);
    return run();
  });
  addEventListener("pageshow", (event) => event.persisted && run());
  addEventListener("pagehide", stop);
  addEventListener("online", run);
  addEventListener("admitted", run);       // who has given the PIN may see more, who has left less
  setInterval(() => {
    if (document.hidden || Date.now() - heard < STALE_AFTER) return;
    tell("stale");
    if (Date.now() - begun > STALE_AFTER) run();       // open and silent means dead: make another connection
  }, 1_000);

  run();
}
