import type { EntryContext } from "react-router";

/**
 * When React takes over a page that can be read and used without it: when the page is idle, as soon
 * as it has loaded, or at once. The first touch, key or focus always starts it.
 */
export type PageStart = "idle" | "load" | "now";

/** What a route module may export as `handle`. */
export interface PageHandle {
  readonly start: PageStart;
}

/** The start that the innermost route with a handle asks for. */
export function startOf({ staticHandlerContext, routeModules }: EntryContext): PageStart {
  const handles = staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle);
  return handles.findLast(isPageHandle)?.start ?? "idle";
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null && "start" in handle;
}
