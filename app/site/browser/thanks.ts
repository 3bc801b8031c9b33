import { draftKey, tryStorage } from "#app/shared/forms/draft.ts";

/** On the thanks page: copies the reference, and removes the draft that a form leaves behind if the browser has posted it. */
export function startThanks(): void {
  const form = document.querySelector<HTMLElement>("[data-sent]")?.dataset["sent"];
  const reference = new URLSearchParams(location.search).get("ref");
  if (form === undefined || reference === null) return;
  offerToCopy(reference);
  const [visit] = performance.getEntriesByType("navigation");
  // Somebody who comes back to this page may have begun another form.
  const isArrival = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  if (isArrival) tryStorage(() => sessionStorage.removeItem(draftKey(form)));
}

function offerToCopy(reference: string): void {
  const button = document.querySelector("[data-copy]");
  if (button === null || !("clipboard" in navigator)) return;
  const status = button.parentElement?.querySelector("[role=status]");
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(reference).then(
      () => status?.replaceChildren("Copied"),
      () => status?.replaceChildren("Not copied: your browser does not allow it"),
    );
  });
  button.classList.remove("invisible");
}
