/** Stands in the built pages for the origin; the server fills it in when it loads them. */
const marker = "https://site-origin.invalid";

/** The site's origin, as the page itself carries it, so that server and browser render the same. */
export function siteOrigin(): string {
  if (typeof document === "undefined") return marker;
  return document.documentElement.dataset["siteOrigin"] ?? location.origin;
}
