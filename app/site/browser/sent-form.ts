import { tryStorage } from "#app/shared/document/storage.ts";
import { draftKey } from "#app/shared/forms/draft-key.ts";
import { forgetSentForm, readSentForm, type SentForm } from "#app/shared/forms/sent-form.ts";
import { replacing } from "#app/site/submission/replaced-form.ts";

/**
 * On the thanks page: says what was asked for, and fills in the form again for those who follow its links. Any other
 * page forgets it, and so does this one if somebody comes back from there: it may be the next person on this phone.
 */
export function showSentForm(): void {
  const page = document.querySelector<HTMLElement>("[data-sent]");
  if (page === null) return forgetSentForm();
  sayWhatWasSent(page);
  for (const link of page.querySelectorAll<HTMLAnchorElement>("a[data-refill]")) {
    link.addEventListener("click", () => refill(sentHere(page), link.dataset));
  }
}

/** Call it again when the page is back on the screen. */
export function forgetOrShowAgain({ persisted }: PageTransitionEvent): void {
  const page = document.querySelector<HTMLElement>("[data-sent]");
  if (!persisted) return;
  if (page === null) forgetSentForm();
  else sayWhatWasSent(page);
}

function sayWhatWasSent(page: HTMLElement): void {
  const sent = sentHere(page);
  const line = page.querySelector<HTMLElement>("[data-sent-line]");
  if (line !== null) {
    line.dataset["otherwise"] ??= line.textContent;
    line.textContent =
      sent === null ? line.dataset["otherwise"] : `${line.dataset["sentLine"]}: ${sent.summary}`;
  }
  for (const part of page.querySelectorAll("[data-if-refilled]"))
    part.toggleAttribute("hidden", sent === null);
  page.querySelector("[data-unless-refilled]")?.toggleAttribute("hidden", sent !== null);
  for (const link of page.querySelectorAll<HTMLAnchorElement>("a[data-refill]")) {
    // Browsers focus the field that the fragment names.
    link.hash = sent === null ? "" : (link.dataset["leadsTo"] ?? "");
  }
}

/** What this tab has sent, if this page is about it: the address can name a reference of another tab. */
function sentHere(page: HTMLElement): SentForm | null {
  const sent = readSentForm();
  return sent?.form === page.dataset["sent"] && sent?.reference === shownReference() ? sent : null;
}

/** The draft of the form is what it starts with. */
function refill(sent: SentForm | null, { refill: names, replaces }: DOMStringMap): void {
  if (sent === null) return;
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
