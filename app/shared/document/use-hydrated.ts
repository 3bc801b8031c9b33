import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** False while React takes over the page's HTML, then true: for what only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
