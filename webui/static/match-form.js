// @ts-check
// What a match is agreed on, on its form: shared by the referee's desk and the set-up.

/** The terms that are chosen on a form, by their names. */
export function chosenTerms(form) {
  return Object.fromEntries([...form.querySelectorAll("[data-term]")].map((each) => [each.dataset.term, JSON.parse(each.value)]));
}

/** By form, the terms of which those of the chosen profile have taken the place. */
const displaced = new WeakMap();

/** Shows the terms of a match as chosen; which those of its profile have taken the place of is not known, and said to be the usual ones. */
export function fillTerms(form, terms) {
  const taken = profileTerms(form);
  const usual = (each) => [each.dataset.term, JSON.parse(each.dataset.usual)];
  displaced.set(form, Object.fromEntries([...form.querySelectorAll("[data-term]")].filter((each) => each.dataset.term in taken).map(usual)));
  showTerms(form, terms);
}

/** Chooses the terms that go with the profile that was chosen, where a federation's rules have some, and puts back what went with the one before. */
export function takeTerms(form) {
  const taken = profileTerms(form);
  const before = { ...chosenTerms(form), ...displaced.get(form) };
  showTerms(form, { ...before, ...taken });
  displaced.set(form, Object.fromEntries(Object.keys(taken).map((name) => [name, before[name]])));
}

/** The terms that go with the chosen profile. */
const profileTerms = (form) => JSON.parse(form.querySelector("input[name=profile]:checked")?.dataset.terms ?? "{}");

function showTerms(form, terms) {
  for (const each of form.querySelectorAll("[data-term]")) each.value = JSON.stringify(terms[each.dataset.term]);
  fitClockTerms(form);
}

/** Shows of a chess clock's terms only those that the chosen clock has. */
export function fitClockTerms(form) {
  const term = (name) => form.querySelector(`[data-term=${name}]`);
  const kind = JSON.parse(term("clock").value || '"off"');
  for (const name of ["clock_delay", "clock_minutes", "flag"]) {
    term(name).closest("label").hidden = kind === "off" || (kind === "plain" && name === "clock_delay");
  }
}
