/** The record that has the focus, or holds it. */
export function focusedReference(element: Element | null = document.activeElement): string | null {
  return element?.closest<HTMLElement>("[data-reference]")?.dataset["reference"] ?? null;
}

/** Gives the focus to a record in the list, and brings it into view. */
export function focusRecord(reference: string): void {
  const card = document.querySelector(`[data-reference="${reference}"]`);
  card?.querySelector<HTMLElement>("h2 a")?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest" });
}

export function focusFirstRecord(): void {
  const reference = focusedReference(document.querySelector("[data-reference]"));
  if (reference !== null) focusRecord(reference);
}

export type RecordPart = "title" | "note" | "reply" | "search";

/** Gives the focus to the part of the desk that is marked `data-part`; `isPressed` follows its link as well. */
export function focusPart(part: RecordPart, isPressed = false): void {
  const parts = document.querySelectorAll<HTMLElement>(`[data-part="${part}"]`);
  const shown = [...parts].find((one) => one.checkVisibility());
  shown?.focus();
  if (isPressed && shown instanceof HTMLAnchorElement) shown.click();
}
