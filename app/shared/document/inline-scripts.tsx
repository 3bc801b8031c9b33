interface LateScriptProps {
  /** The path of a module; the build puts the built files in its place (scripts/site/browser-scripts.ts). */
  readonly source: string;
}

/** Loads a script once the page has been painted: on a slow link it would compete with the page. */
export function LateScript({ source }: LateScriptProps) {
  return <script dangerouslySetInnerHTML={{ __html: `(${loadLate.toString()})("${source}")` }} />;
}

/** Inlined into the page as text: it must not refer to anything outside itself. */
function loadLate(...sources: readonly string[]): void {
  addEventListener("load", () => {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      for (const src of sources) {
        const script = document.createElement("script");
        document.head.append(Object.assign(script, { type: "module", src }));
      }
    }).observe({ type: "paint", buffered: true });
  });
}

/** Reads the font of the style sheet now, not when the first heading is laid out: the first paint would be without it. */
export function EarlyFont() {
  return <script dangerouslySetInnerHTML={{ __html: `document.fonts.load("700 1em Title sign")` }} />;
}

/** Marks forms that the browser posts before scripts have taken them over: they must not be sent by both. */
export function PostedMark() {
  return <script dangerouslySetInnerHTML={{ __html: `(${markPosted.toString()})()` }} />;
}

/** Inlined into the page as text: it must not refer to anything outside itself. */
function markPosted(): void {
  addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLElement) target.dataset["posted"] = "";
  });
}

/** Pages of the desk, and pages that are filled in for one visitor. */
const notFetchedAhead = "[href^='/admin'], [href^='/thanks'], [href*='?']";

const speculationRules = {
  prefetch: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { selector_matches: notFetchedAhead } }] },
      eagerness: "moderate",
    },
  ],
};

/** Lets browsers that can (Speculation Rules) fetch the page of a link that is pointed at or pressed. */
export function PrefetchedLinks() {
  return (
    <script type="speculationrules" dangerouslySetInnerHTML={{ __html: JSON.stringify(speculationRules) }} />
  );
}

/** Runs where it stands, before the scripts of the page are there. */
export function InlineScript({ text }: { readonly text: string }) {
  return <script dangerouslySetInnerHTML={{ __html: text }} />;
}

interface EarlyValuesProps {
  /** The key of the values in session storage. */
  readonly storageKey: string;
  /** Names of the values in storage and in the form. */
  readonly names: readonly (readonly [string, string])[];
}

/** Fills in a form right after it: on a slow line, React does so seconds after it is seen. */
export function EarlyValues({ storageKey, names }: EarlyValuesProps) {
  const given = JSON.stringify([storageKey, names]).slice(1, -1);
  return <script dangerouslySetInnerHTML={{ __html: `(${showEarly.toString()})(${given})` }} />;
}

/** Inlined into the page as text: it must not refer to anything outside itself. React reads a year of other than four digits. */
function showEarly(key: string, names: readonly (readonly [string, string])[]): void {
  try {
    const values = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Record<string, unknown>;
    for (const [from, name] of location.search === "" ? names : []) {
      const text = typeof values[from] === "string" ? values[from].trim() : "";
      const input = document.querySelector<HTMLInputElement>(`[data-form] [name="${name}"]`);
      if (input !== null && text !== "" && (from !== "year" || /^\d{4}$/.test(text))) input.value = text;
    }
  } catch {
    // The browser forbids storage, or it holds something else: the form is as it was built.
  }
}
