import { handOn } from "#app/site/quote/handed-on.ts";

/** On the home page: hands the quick quote on to the full form, so that its values stay out of the address. */
export function handOverQuickQuote(): void {
  const form = document.querySelector<HTMLFormElement>("[data-quick-quote]");
  form?.addEventListener("submit", (event) => {
    // Otherwise the browser sends the form itself, with its values in the address.
    if (!handOn(Object.fromEntries(new FormData(form)))) return;
    event.preventDefault();
    location.assign(form.action);
  });
}
