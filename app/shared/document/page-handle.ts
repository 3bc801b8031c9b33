import type { Params } from "react-router";

export interface PageHandle {
  /** Pages of the desk run the router in the browser, and have their own style sheet. */
  readonly isStaff?: boolean;
  readonly canonicalPath?: (params: Params) => string;
}

export function handleOf(routes: readonly { readonly handle?: unknown }[]): PageHandle | undefined {
  return routes.map(({ handle }) => handle).findLast(isPageHandle);
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null && ("isStaff" in handle || "canonicalPath" in handle);
}
