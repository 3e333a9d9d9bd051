// @ts-check
// The statistics: another choice is shown at once, without the button.

const form = document.querySelector(".choose");
form.addEventListener("change", (event) => {
  if (event.target.matches("select")) form.requestSubmit();
});
