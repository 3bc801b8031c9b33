import type { PageStart } from "./page-handle.ts";

const preloadLink = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*\/>/g;
const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const contextScript = /(?<=<script>)window\.__reactRouterContext\b[\s\S]*?(?=<\/script>)/g;
const staticImport = /import (?:\* as (\w+) from )?("[^"]+");?/g;

/**
 * Takes React Router's scripts off the critical path of a rendered page: no preloads, and the module
 * script becomes a starter that fetches the same modules later, and only then does what the router's
 * other scripts do (docs/decisions/010-react-starts-late.md). These stand there empty: React expects them.
 * Throws where the scripts do not have the expected shape, so that an update cannot break it unseen.
 */
export function withLateStart(html: string, when: PageStart): string {
  const preloads = [...html.matchAll(preloadLink)].map(([, href]) => href);
  const source = html.match(moduleScript)?.[1] ?? "";
  const imports = [...source.matchAll(staticImport)];
  const work = source.replaceAll(staticImport, "").trim();
  const context = [...html.matchAll(contextScript)].map(([text]) => text).join("");
  if (context === "" || !/window\.__reactRouterRouteModules = .*import\("[^"]+"\);$/s.test(work)) {
    throw new Error("React Router's scripts have changed: adapt app/shared/document/late-start.tsx");
  }
  // Modules imported for their effects prepare the ground for the others. One after the other, each runs
  // in a task of its own, and a weak phone can answer in between; the last of all starts React.
  const [entry = ""] = /"[^"]+"(?=\);$)/.exec(work) ?? [];
  const effects = imports.filter(([, name]) => name === undefined).map(([, , url]) => url);
  const inTurn = new Set([...effects, ...preloads.map((href) => `"${href}"`)]);
  inTurn.delete(entry);
  const named = imports.filter(([, name]) => name !== undefined);
  const names = named.map(([, name]) => name).join();
  const modules = `Promise.all([${named.map(([, , url]) => `import(${url})`).join()}])`;
  const turns = [...inTurn].map((url) => `.then(()=>import(${url}))`).join("");
  const start = `()=>Promise.resolve()${turns}.then(()=>${modules}).then(([${names}])=>{${context}${work}})`;
  const starter = `(${startLate.toString()})(${JSON.stringify(preloads)},${start},${JSON.stringify(when)})`;
  const without = html.replaceAll(preloadLink, "").replaceAll(contextScript, "");
  return without.replace(moduleScript, () => `<script>${starter}</script>`);
}

/** Runs in the page, as text: it must not refer to anything outside itself. */
function startLate(preloads: string[], load: () => void, when: PageStart): void {
  const signs = ["pointerdown", "keydown", "focusin"];
  const start = () => {
    for (const sign of signs) removeEventListener(sign, start, true);
    if (started) return;
    started = true;
    settle();
    for (const href of preloads) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = href;
      document.head.append(link);
    }
    load();
  };
  // The rest of a page that was only laid out as far as it is seen (app/shared/document/late-start.tsx).
  const settle = () => {
    document.documentElement.classList.remove("arriving");
    for (const stretch of document.querySelectorAll("[data-settled]"))
      stretch.removeAttribute("data-settled");
  };
  let started = false;
  if (when === "now") return start();
  for (const sign of signs) addEventListener(sign, start, true);
  // What the browser has posted by itself it also posts when it is pressed again (app/site/submission/use-submission.ts).
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLElement) target.dataset["posted"] = "";
  });
  // A stretch or two in each frame, so that a weak phone can answer in between; React has the time after that.
  const settleInTurn = (waiting: Element[]) =>
    requestAnimationFrame(() => {
      let elements = 0;
      for (let next; elements < 100 && (next = waiting.shift()) !== undefined;) {
        next.toggleAttribute("data-settled", true);
        elements += next.getElementsByTagName("*").length;
      }
      if (waiting.length > 0) return settleInTurn(waiting);
      settle();
      return "requestIdleCallback" in window ? requestIdleCallback(start) : setTimeout(start, 200);
    });
  // None where the page is not marked: React does not wait then.
  const whenIdle = () =>
    settleInTurn([...document.querySelectorAll(".arriving :is(section, aside, footer)")]);
  // Scripts asked for before the first paint would compete with it on a slow link; load may come first.
  const afterPaint = (next: () => void) =>
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      next();
    }).observe({ type: "paint", buffered: true });
  addEventListener("load", () => afterPaint(whenIdle));
}

/**
 * Marks the document of a first visit while it arrives: what is off the screen is then laid out a moment
 * later, in a task of its own, so that a weak phone can answer in between (`arriving` in app/shared/styles/look.css).
 * `startLate` takes the mark away. A page come back to is not marked: its place is found at once.
 */
export function MarkFirstVisit() {
  return <script dangerouslySetInnerHTML={{ __html: `(${markArrival.toString()})()` }} />;
}

/** Runs in the page, as text: it must not refer to anything outside itself. */
function markArrival(): void {
  const [visit] = performance.getEntriesByType("navigation");
  const isFirst = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  if (isFirst && location.hash === "") document.documentElement.classList.add("arriving");
}
