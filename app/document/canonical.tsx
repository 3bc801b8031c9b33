import { useLocation } from "react-router";

import { siteOrigin } from "./site-origin.ts";

/** The page's one true address. The build renders paths with a slash at the end, browsers without. */
export function Canonical() {
  const path = useLocation().pathname.replace(/(?<=.)\/+$/, "");
  return <link rel="canonical" href={siteOrigin() + path} />;
}
