/**
 * Marks the document of a first visit while it arrives: what is off the screen is then laid out a moment
 * later, in a task of its own, so that a weak phone can answer in between (`arriving` in app/shared/styles/look.css).
 * `startLate` takes the mark away. A page come back to is not marked: its place is found at once.
 */
export function Arrival() {
  return <script dangerouslySetInnerHTML={{ __html: `(${markArrival.toString()})()` }} />;
}

/** Runs in the page, as text: it must not refer to anything outside itself. */
function markArrival(): void {
  const [visit] = performance.getEntriesByType("navigation");
  const isFirst = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  if (isFirst && location.hash === "") document.documentElement.classList.add("arriving");
}
