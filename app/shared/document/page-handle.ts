import type { EntryContext, Params } from "react-router";

/** When React hydrates a page. The first touch, key press or focus always starts it. */
export type PageStart = "idle" | "now";

export interface PageHandle {
  /** Pages of the desk need React at once, and have their own style sheet. */
  readonly isStaff?: boolean;
  readonly canonicalPath?: (params: Params) => string;
}

export function handleOf(routes: readonly { readonly handle?: unknown }[]): PageHandle | undefined {
  return routes.map(({ handle }) => handle).findLast(isPageHandle);
}

export function startOf({ staticHandlerContext, routeModules }: EntryContext): PageStart {
  const modules = staticHandlerContext.matches.map(({ route }) => ({
    handle: routeModules[route.id]?.handle,
  }));
  return handleOf(modules)?.isStaff === true ? "now" : "idle";
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null && ("isStaff" in handle || "canonicalPath" in handle);
}
