// @ts-check
// When a table of a hub went, as short as that can be said today.

import { locale, t } from "./i18n.js";

const HOURS = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const DAYS = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const EVENING = 18 * 3_600_000;      // before that, the hour alone would mislead

/** A time; `since` in seconds since 1970. */
export function goneTime(since, now = Date.now()) {
  const time = new Date(since * 1000);
  return (now - time.getTime() < EVENING ? HOURS : DAYS).format(time);
}

/** `gone since 20:14`; `since` is null where nobody knows. */
export function goneSince(since) {
  return since ? t("gone since {time}", { time: goneTime(since) }) : t("gone");
}
