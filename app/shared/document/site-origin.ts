import { originMarker } from "#domain/wire.ts";

/** The site's origin. The page itself carries it, so that build and browser render the same. */
export function siteOrigin(): string {
  if (typeof document === "undefined") return originMarker;
  return document.documentElement.dataset["siteOrigin"] ?? location.origin;
}
