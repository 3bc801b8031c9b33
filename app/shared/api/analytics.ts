import { endpoints } from "#domain/endpoints.ts";
import type { SiteConfig } from "#domain/wire.ts";

/** Returns the visit counter of this installation, if it has one. Skips the checks of `siteConfig`, which outweigh all other scripts of a page. */
export async function visitCounter(): Promise<SiteConfig["analytics"]> {
  const response = await fetch(endpoints.config, { credentials: "same-origin" });
  const { analytics } = (await response.json()) as SiteConfig;
  return analytics;
}
