import { createPath, type DataRouter } from "react-router";
import * as v from "valibot";

declare global {
  interface Window {
    readonly __reactRouterDataRouter?: DataRouter;
  }
}

const storageKey = "quadkea-navigation";

const navigationSchema = v.object({
  from: v.string(),
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
    const next = router?.state.navigation.location;
    if (next === undefined) return;
    const entry = { usr: next.state as unknown, key: next.key };
    const broken = { from: location.href, page: createPath(next), entry };
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(broken));
    } catch (error) {
      console.warn("The way to the next page could not be stored", error);
    }
  });
}

/** Goes on to that page where this one was loaded anew instead of it; says whether it does. */
export function resumeBrokenOffNavigation(): boolean {
  const broken = takeNavigation();
  const [visit] = performance.getEntriesByType("navigation");
  const cameBack = visit instanceof PerformanceNavigationTiming && visit.type === "back_forward";
  if (broken?.from !== location.href || cameBack) return false;
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
