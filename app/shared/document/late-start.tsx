import type { PageStart } from "./page-handle.ts";

const preloadLink = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*\/>/g;
const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const contextScript = /(?<=<script>)window\.__reactRouterContext\b[\s\S]*?(?=<\/script>)/g;
const staticImport = /import (?:\* as (\w+) from )?("[^"]+");?/g;

/** Lets React start late (docs/decisions/021-react-starts-late.md). Throws if the router's scripts changed. */
export function withLateStart(html: string, when: PageStart): string {
  const preloads = [...html.matchAll(preloadLink)].map(([, href]) => href);
  const source = html.match(moduleScript)?.[1] ?? "";
  const imports = [...source.matchAll(staticImport)];
  const work = source.replaceAll(staticImport, "").trim();
  const context = [...html.matchAll(contextScript)].map(([text]) => text).join("");
  if (context === "" || !/window\.__reactRouterRouteModules = .*import\("[^"]+"\);$/s.test(work)) {
    throw new Error("React Router's scripts have changed: adapt app/shared/document/late-start.tsx");
  }
  // Modules imported for their side effects go first, each in a task of its own; the last one starts React.
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

/** Inlined into the page as text, like `markFirstVisit`: neither may refer to anything outside itself. */
function startLate(preloads: string[], load: () => void, when: PageStart): void {
  const interactions = ["pointerdown", "keydown", "focusin"];
  const start = () => {
    for (const type of interactions) removeEventListener(type, start, true);
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
  // Lays out the rest of a page that `markFirstVisit` marked.
  const settle = () => {
    document.documentElement.classList.remove("arriving");
    for (const section of document.querySelectorAll("[data-settled]"))
      section.removeAttribute("data-settled");
  };
  let started = false;
  if (when === "now") return start();
  for (const type of interactions) addEventListener(type, start, true);
  // A form that was posted natively is posted natively again (app/site/submission/use-submission.ts).
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLElement) target.dataset["posted"] = "";
  });
  // A section or two per frame keeps weak phones responsive. React starts after that.
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
  const whenIdle = () =>
    settleInTurn([...document.querySelectorAll(".arriving :is(section, aside, footer)")]);
  // Requested before the first paint, scripts would compete with it on a slow link; `load` may come first.
  const afterPaint = (next: () => void) =>
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      next();
    }).observe({ type: "paint", buffered: true });
  addEventListener("load", () => afterPaint(whenIdle));
}

/** Lays out what is off screen on a first visit later (`arriving` in look.css): a weak phone responds. */
export function MarkFirstVisit() {
  return <script dangerouslySetInnerHTML={{ __html: `(${markFirstVisit.toString()})()` }} />;
}

function markFirstVisit(): void {
  const [visit] = performance.getEntriesByType("navigation");
  const isFirst = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  if (isFirst && location.hash === "") document.documentElement.classList.add("arriving");
}
