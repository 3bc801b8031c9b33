import { useEffect, useRef } from "react";

import { focusedReference, focusRecord } from "#app/desk/list/record-focus.ts";

export interface Place {
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
