import { useLayoutEffect } from "react";

/** Ends with the render that ends the work: a page that is opened right after that must not be asked about. */
export function useLeaveWarning(isPending: boolean): void {
  useLayoutEffect(() => {
    if (!isPending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isPending]);
}
