/** Brings a part of the open record into view. On a large screen only the record scrolls: the page would leave its header behind. */
export function scrollInPane(part: HTMLElement | null): void {
  const pane = part?.closest("[data-paper]");
  if (part === null || !pane || pane.scrollHeight <= pane.clientHeight)
    return part?.scrollIntoView({ block: "nearest" });
  const [shown, own] = [pane.getBoundingClientRect(), part.getBoundingClientRect()];
  const end = Math.min(shown.bottom, window.innerHeight);
  if (own.top < shown.top || own.bottom - own.top > end - shown.top) pane.scrollTop += own.top - shown.top;
  else if (own.bottom > end) pane.scrollTop += own.bottom - end;
}
