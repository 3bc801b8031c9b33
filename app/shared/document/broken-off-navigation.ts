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

/** React Router reloads the page if scripts of the next one are missing. This remembers where to go. */
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
      console.warn("The target of the navigation could not be stored", error);
    }
  });
}

/** Loads that target if this page was reloaded in its place; returns whether it does. */
export function resumeBrokenOffNavigation(): boolean {
  const broken = takeNavigation();
  const [visit] = performance.getEntriesByType("navigation");
  const cameBack = visit instanceof PerformanceNavigationTiming && visit.type === "back_forward";
  if (broken?.from !== location.href || cameBack) return false;
  // Like the router's own entry, which it reads after the load.
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
