// @ts-check
// One table of a hub, live: the table's own page, drawn from what the hub hears of it.

import { goneTime } from "./gone.js";
import { Page } from "./page.js";
import { t } from "./i18n.js";
import { field, show, write } from "./fields.js";

function tellWhetherThere({ hub }) {
  const says = hub.since
    ? t("This table is gone since {time}: what is shown may be old.", { time: goneTime(hub.since) })
    : t("This table is gone: what is shown may be old.");
  write(field("gone"), hub.online ? "" : says);
  show(field("gone"), !hub.online);
}

const page = new Page();
document.getElementById("board").addEventListener("click", () => page.turn(2));
page.onNotice(tellWhetherThere);
page.start();
