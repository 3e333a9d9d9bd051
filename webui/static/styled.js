// @ts-check
// Styles that a page has no need of before a sheet is opened on it.

import { made } from "./elements.js";

/** The styles of sheets, which the page has no need of before. */
export function styled() {
  if (document.querySelector("link[href='/static/desk.css']")) return undefined;
  const link = made("link", { rel: "stylesheet", href: "/static/desk.css" });
  const there = new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
  document.head.append(link);
  return there;
}
