/** Stands in the built pages for the origin, so that one build serves any. */
export const originMarker = "https://site-origin.invalid";
