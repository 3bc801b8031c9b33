import { useLayoutEffect } from "react";

/** Warns before the page is left. Ends with the render that ends the work: the next page must open without a question. */
export function useLeaveWarning(isPending: boolean): void {
  useLayoutEffect(() => {
    if (!isPending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isPending]);
}
