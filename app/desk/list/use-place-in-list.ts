import { useEffect, useRef } from "react";

/**
 * Keeps the place in the list: a record that is opened stays in view beside its details, and when it is
 * closed, the focus goes back to it.
 */
export function usePlaceInList(reference: string | null): void {
  const former = useRef(reference);
  useEffect(() => {
    const closed = reference === null ? former.current : null;
    former.current = reference;
    if (reference !== null) cardOf(reference)?.scrollIntoView({ block: "nearest" });
    if (closed !== null) cardOf(closed)?.querySelector<HTMLElement>("h2 a")?.focus();
  }, [reference]);
}

function cardOf(reference: string): Element | null {
  return document.querySelector(`[data-reference="${reference}"]`);
}
