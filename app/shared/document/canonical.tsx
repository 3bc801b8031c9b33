import { useLocation, useMatches } from "react-router";

import { handleOf } from "./page-handle.ts";
import { siteOrigin } from "./site-origin.ts";

/** The page's one true address. The build renders paths with a slash at the end, browsers without. */
export function Canonical() {
  const { pathname } = useLocation();
  const matches = useMatches();
  const params = matches.at(-1)?.params ?? {};
  const path = handleOf(matches)?.canonicalPath?.(params) ?? pathname.replace(/(?<=.)\/+$/, "");
  return (
    <>
      <link rel="canonical" href={siteOrigin() + path} />
      <meta property="og:url" content={siteOrigin() + path} />
    </>
  );
}
