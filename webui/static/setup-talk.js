// @ts-check
// Talking to the table from the set-up: what was asked, and what went wrong in words.

import { t } from "./i18n.js";

const HEADERS = { "Content-Type": "application/json", "X-Tableside": "1" };

async function told(path, options) {
  try {
    return await fetch(path, { cache: "no-store", ...options });
  } catch {
    return null;
  }
}

async function answer(response) {
  if (!response) return { ok: false, status: 0, detail: t("The table cannot be reached. Is this phone still in its network?") };
  const body = await response.json().catch(() => ({}));
  const { ok, status } = response;
  return { ok, status, body, detail: ok ? "" : body.detail ?? t("The table answers {status}.", { status }) };
}

/** What stands at an address of the API: {ok, status, body, detail}. */
export async function ask(path) {
  return answer(await told(path));
}

/** Sends something; answered like `ask`. `keepalive`: even while the page is being left. */
export async function send(path, body = {}, keepalive = false) {
  return answer(await told(path, { method: "POST", headers: HEADERS, body: JSON.stringify(body), keepalive }));
}

/** A picture: {bitmap, detail}; without one, what is wrong stands in `detail`. */
export async function picture(path) {
  const response = await told(path);
  if (!response?.ok) return { bitmap: null, detail: (await answer(response)).detail };
  try {
    return { bitmap: await createImageBitmap(await response.blob()), detail: "" };
  } catch {
    return { bitmap: null, detail: t("The picture is damaged.") };
  }
}
