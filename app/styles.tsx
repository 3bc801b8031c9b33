import { useMatches } from "react-router";

import semibold from "#app/shared/fonts/barlow-condensed-600.woff2?url";
import bold from "#app/shared/fonts/barlow-condensed-700.woff2?url";

import { handleOf } from "./shared/document/page-handle.ts";

import admin from "./desk/desk.css?inline";
import site from "./site/site.css?inline";

/** The whole style sheet, in the page: one round trip less before it can be read. */
export function Styles() {
  const isStaff = handleOf(useMatches())?.isStaff === true;
  if (import.meta.env.DEV) return <link rel="stylesheet" href="/app/desk/desk.css" />;
  return (
    <>
      {[bold, semibold].map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <style dangerouslySetInnerHTML={{ __html: textOf(isStaff) }} />
    </>
  );
}

/** The browser's copy of this module holds no CSS: it takes what stands in the page. */
function textOf(isStaff: boolean): string {
  if (!import.meta.env.SSR) return document.querySelector("style")?.textContent ?? "";
  return isStaff ? admin : site;
}
