import type { EntryContext, Params } from "react-router";

/**
 * When React takes over a page that can be read and used without it: when the page is idle, or at
 * once. The first touch, key or focus always starts it.
 */
export type PageStart = "idle" | "now";

/** What a route module may export as `handle`. */
export interface PageHandle {
  /** Staff pages are nothing without React: it starts at once. They have a style sheet of their own. */
  readonly isStaff?: boolean;
  /** Where the page's one true path is not the one it was asked for by. */
  readonly canonicalPath?: (params: Params) => string;
}

/** The innermost handle among the routes of a page. */
export function handleOf(routes: readonly { readonly handle?: unknown }[]): PageHandle | undefined {
  return routes.map(({ handle }) => handle).findLast(isPageHandle);
}

/** The start that suits the page. */
export function startOf({ staticHandlerContext, routeModules }: EntryContext): PageStart {
  const modules = staticHandlerContext.matches.map(({ route }) => ({
    handle: routeModules[route.id]?.handle,
  }));
  return handleOf(modules)?.isStaff === true ? "now" : "idle";
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null && ("isStaff" in handle || "canonicalPath" in handle);
}
