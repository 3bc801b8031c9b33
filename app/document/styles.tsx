import semibold from "#app/fonts/barlow-condensed-600.woff2?url";
import bold from "#app/fonts/barlow-condensed-700.woff2?url";

import css from "../app.css?inline";

// The browser's copy of this module holds no CSS: it takes what stands in the page.
const text = import.meta.env.SSR ? css : (document.querySelector("style")?.textContent ?? "");

/** The whole style sheet, in the page: one round trip less before it can be read. */
export function Styles() {
  if (import.meta.env.DEV) return <link rel="stylesheet" href="/app/app.css" />;
  return (
    <>
      {[bold, semibold].map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <style dangerouslySetInnerHTML={{ __html: text }} />
    </>
  );
}
