import { useEffect, useRef } from "react";

import type { Desk } from "#app/desk/state/desk.ts";
import { useNow } from "#app/shared/document/use-now.ts";

/** Checks each minute what is wrong with the installation: no live news tells of it. */
export function useWarnings(desk: Desk): void {
  const now = useNow();
  const checkedAt = useRef(now);
  useEffect(() => {
    if (checkedAt.current === now) return;
    checkedAt.current = now;
    void desk.checkWarnings();
  }, [desk, now]);
}
