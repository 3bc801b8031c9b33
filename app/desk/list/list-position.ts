import { useEffect, useRef } from "react";

/** Returns the listed record that contains the element, by default the focused one. */
function focusedReference(element: Element | null = document.activeElement): string | null {
  return element?.closest<HTMLElement>("[data-reference]")?.dataset["reference"] ?? null;
}

/** Focuses a record in the list and scrolls it into view. */
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

/** Focuses the visible element with that `data-part`; with `isPressed`, also follows it if it is a link. */
export function focusPart(part: RecordPart, isPressed = false): void {
  const parts = document.querySelectorAll<HTMLElement>(`[data-part="${part}"]`);
  const shown = [...parts].find((element) => element.checkVisibility());
  shown?.focus();
  if (isPressed && shown instanceof HTMLAnchorElement) shown.click();
}

/** The attribute of the list element. */
export const listMark = { "data-records": true } as const;

/** True if the top of the list is in view, or there is no list. */
export function isAtTopOfList(): boolean {
  const list = document.querySelector("[data-records]");
  return list === null || list.getBoundingClientRect().top >= 0;
}

/** Scrolls the list to the record that is opened, and gives the focus back to it when it is closed. */
export function usePlaceInList(reference: string | null): void {
  const previous = useRef(reference);
  useEffect(() => {
    const closed = reference === null ? previous.current : null;
    previous.current = reference;
    if (reference !== null) cardElement(reference)?.scrollIntoView({ block: "nearest" });
    if (closed !== null) cardElement(closed)?.querySelector<HTMLElement>("h2 a")?.focus();
  }, [reference]);
}

function cardElement(reference: string): Element | null {
  return document.querySelector(`[data-reference="${reference}"]`);
}

interface Place {
  /** The open record, or else the focused one. */
  current(): string | null;
  /** The next or the previous record. */
  neighbour(step: 1 | -1): string | null;
}

/**
 * The user's place in the list. If their record leaves the list, as after a status change under a filter,
 * the focus goes to the record that took its place.
 */
export function usePlace(order: readonly string[], open: string | null): Place {
  const last = useRef<{ readonly reference: string | null; readonly index: number }>({
    reference: null,
    index: 0,
  });
  const joined = order.join();

  useEffect(() => {
    const listed = joined.split(",");
    const keep = (reference: string | null) => {
      const index = reference === null ? -1 : listed.indexOf(reference);
      last.current = index === -1 ? { ...last.current, reference: null } : { reference, index };
    };
    const { reference, index } = last.current;
    const isLost = open === null && reference !== null && !listed.includes(reference);
    const successor = listed[Math.min(index, listed.length - 1)];
    if (isLost && document.activeElement === document.body && successor) focusRecord(successor);
    if (open !== null && listed.includes(open)) keep(open);
    const follow = ({ target }: FocusEvent) => {
      if (open === null) keep(target instanceof Element ? focusedReference(target) : null);
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, [joined, open]);

  const current = () => open ?? focusedReference();
  return {
    current,
    neighbour(step) {
      const at = order.indexOf(current() ?? "");
      const index = at === -1 ? last.current.index + Math.min(step, 0) : at + step;
      return order[index] ?? null;
    },
  };
}
