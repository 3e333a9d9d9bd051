// @ts-check
// The language of the page: texts are written in English where they are said, and looked up here.

const given = document.getElementById("words");
const words = given ? JSON.parse(given.textContent) : {};

/** The language's code, such as `fi`. */
export const language = document.documentElement.lang || "en";

/** How dates and times are written, such as `en-GB`: English ones as the browser asks for them. */
export const locale = document.documentElement.dataset.locale || language;

const plurals = new Intl.PluralRules(language);
const CATEGORIES = ["one", "few", "many", "other"];

function filled(text, values) {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

/** A text in the page's language; `values` are put in where their names stand in braces. */
export function t(text, values = {}) {
  return filled(words[text] ?? text, values);
}

/** The form of a text that fits a number of things, which stands in it as `{count}`. */
export function many(one, more, count, values = {}) {
  const forms = words[one] ?? [one, more];
  // A language has as many of gettext's forms as it needs: the last of them is for all the rest.
  const place = Math.min(CATEGORIES.indexOf(plurals.select(count)), forms.length - 1);
  return filled(forms[place], { count, ...values });
}

/** A phrase of a label: `[text, values]`, or `[one, more, values]` of what `values.count` counts. */
function put(phrase) {
  const forms = phrase.slice(0, -1);
  const values = Object.fromEntries(Object.entries(phrase.at(-1)).map(([name, value]) => [name, Array.isArray(value) ? put(value) : value]));
  return forms.length > 1 ? many(forms[0], forms[1], values.count, values) : t(forms[0], values);
}

/**
 * A label of a snapshot in the page's language; empty where there is nothing to say.
 * @param {Array<Array<any>>} told
 */
export function label(told, between = " · ") {
  return told.map(put).join(between);
}
