import { draftKey } from "#app/shared/forms/draft-key.ts";

/** On the thanks page: removes the draft that a form leaves behind if the browser has posted it. */
export function forgetSentDraft(): void {
  const form = document.querySelector<HTMLElement>("[data-sent]")?.dataset["sent"];
  const [visit] = performance.getEntriesByType("navigation");
  // Somebody who comes back to this page may have begun another form.
  const isArrival = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  if (form === undefined || !isArrival || !new URLSearchParams(location.search).has("ref")) return;
  try {
    sessionStorage.removeItem(draftKey(form));
  } catch {
    // Without storage there is no draft.
  }
}
