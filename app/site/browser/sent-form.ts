import { tryStorage } from "#app/shared/document/storage.ts";
import { draftKey } from "#app/shared/forms/draft-key.ts";
import { forgetSentForm, readSentForm, type SentForm } from "#app/shared/forms/sent-form.ts";
import { replacing } from "#app/site/submission/replaced-form.ts";

/** On the thanks page: says what was asked for, and fills in the form again for those who follow its links. */
export function showSentForm(): void {
  const page = document.querySelector<HTMLElement>("[data-sent]");
  if (page === null) return forgetSentForm();
  const sent = readSentForm();
  // The address can name a reference of another tab.
  const isShown = sent?.form === page.dataset["sent"] && sent?.reference === shownReference();
  if (sent === null || !isShown) return;
  const line = page.querySelector<HTMLElement>("[data-sent-line]");
  if (line !== null) line.textContent = `${line.dataset["sentLine"]}: ${sent.summary}`;
  for (const part of page.querySelectorAll("[data-if-refilled]")) part.removeAttribute("hidden");
  page.querySelector("[data-unless-refilled]")?.remove();
  for (const link of page.querySelectorAll<HTMLAnchorElement>("a[data-refill]")) {
    // Browsers focus the field that the fragment names.
    link.hash = link.dataset["leadsTo"] ?? "";
    link.addEventListener("click", () => refill(sent, link.dataset));
  }
}

/** The draft of the form is what it starts with. */
function refill(sent: SentForm, { refill: names, replaces }: DOMStringMap): void {
  const values = replaces === undefined ? sent.values : replacing(sent, replaces);
  const kept = Object.entries(values).filter(([name]) => names === "" || names?.split(" ").includes(name));
  const draft = JSON.stringify({ values: Object.fromEntries(kept) });
  tryStorage(() => sessionStorage.setItem(draftKey(sent.form), draft));
}

/** On the thanks page: copies the reference. */
export function offerToCopyReference(): void {
  const button = document.querySelector("[data-copy]");
  const reference = shownReference();
  if (button === null || reference === null || !("clipboard" in navigator)) return;
  const status = button.parentElement?.querySelector("[role=status]");
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(reference).then(
      () => status?.replaceChildren("Copied"),
      () => status?.replaceChildren("Not copied: your browser does not allow it"),
    );
  });
  button.classList.remove("invisible");
}

function shownReference(): string | null {
  return new URLSearchParams(location.search).get("ref");
}

/** On the thanks page: removes the draft that a form leaves behind if the browser has posted it. */
export function forgetSentDraft(): void {
  const form = document.querySelector<HTMLElement>("[data-sent]")?.dataset["sent"];
  const [visit] = performance.getEntriesByType("navigation");
  // Somebody who comes back to this page may have begun another form.
  const isArrival = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  if (form === undefined || !isArrival || !new URLSearchParams(location.search).has("ref")) return;
  tryStorage(() => sessionStorage.removeItem(draftKey(form)));
}
