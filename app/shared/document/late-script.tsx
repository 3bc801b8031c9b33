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
