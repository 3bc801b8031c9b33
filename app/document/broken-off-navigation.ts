import { createPath, type DataRouter } from "react-router";
import * as v from "valibot";

declare global {
  interface Window {
    readonly __reactRouterDataRouter?: DataRouter;
  }
}

const storageKey = "quadkea-navigation";

const navigationSchema = v.object({
  page: v.string(),
  entry: v.object({ usr: v.unknown(), key: v.string() }),
});

/**
 * Where the files of the next page cannot be had, as after a deploy or without a connection, React Router
 * loads the page anew on which it is. This remembers where to the visitor was on the way, and with what.
 */
export function rememberBrokenOffNavigation(): void {
  addEventListener("pagehide", () => {
    const { __reactRouterDataRouter: router } = window;
    const location = router?.state.navigation.location;
    if (location === undefined) return;
    const { key } = location;
    const usr: unknown = location.state;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify({ page: createPath(location), entry: { usr, key } }));
    } catch (error) {
      console.warn("The way to the next page could not be stored", error);
    }
  });
}

/** Goes on to that page where this one was loaded anew instead of it; says whether it does. */
export function resumeBrokenOffNavigation(): boolean {
  const broken = takeNavigation();
  const [visit] = performance.getEntriesByType("navigation");
  const isReload = visit instanceof PerformanceNavigationTiming && visit.type === "reload";
  if (broken === null || !isReload) return false;
  // As the router would have done it: it reads the entry when the page has been loaded.
  history.pushState(broken.entry, "", broken.page);
  location.reload();
  return true;
}

function takeNavigation(): v.InferOutput<typeof navigationSchema> | null {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return text === null ? null : v.parse(navigationSchema, JSON.parse(text));
  } catch {
    return null;
  }
}
