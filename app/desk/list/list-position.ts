import { useEffect, useRef } from "react";

/** The record that has the focus, or holds it. */
function focusedReference(element: Element | null = document.activeElement): string | null {
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

/** Marks the list of records in the page. */
export const listMark = { "data-records": true } as const;

/** The reader sees where the list begins, or does not see the list at all. */
export function isAtTopOfList(): boolean {
  const list = document.querySelector("[data-records]");
  return list === null || list.getBoundingClientRect().top >= 0;
}

/**
 * Keeps the place in the list: a record that is opened stays in view beside its details, and when it is
 * closed, the focus goes back to it.
 */
export function usePlaceInList(reference: string | null): void {
  const former = useRef(reference);
  useEffect(() => {
    const closed = reference === null ? former.current : null;
    former.current = reference;
    if (reference !== null) cardElement(reference)?.scrollIntoView({ block: "nearest" });
    if (closed !== null) cardElement(closed)?.querySelector<HTMLElement>("h2 a")?.focus();
  }, [reference]);
}

function cardElement(reference: string): Element | null {
  return document.querySelector(`[data-reference="${reference}"]`);
}

interface Place {
  /** The record that is open, or else has the focus. */
  current(): string | null;
  /** The one so many records further on. */
  neighbour(step: 1 | -1): string | null;
}

/**
 * Where somebody is in the list. When their record leaves it, as after a change of status, the place stays:
 * the focus goes to the record that took it.
 */
export function usePlace(order: readonly string[], open: string | null): Place {
  const last = useRef<{ readonly reference: string | null; readonly index: number }>({
    reference: null,
    index: 0,
  });
  const names = order.join();

  useEffect(() => {
    const listed = names.split(",");
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
  }, [names, open]);

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
