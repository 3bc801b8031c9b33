import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether another site's page made the browser send this. Fetch metadata decides; the Origin is
 * compared as well, for browsers without it. Callers that are no browsers send neither.
 */
export function isCrossSite(headers: IncomingHttpHeaders, siteOrigin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin, host } = headers;
  if (origin === undefined || origin === siteOrigin) return false;
  return host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`);
}
