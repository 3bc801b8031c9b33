import { useEffect, useRef } from "react";

import { useNow } from "#app/document/use-now.ts";

import type { Desk } from "../desk.ts";

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
