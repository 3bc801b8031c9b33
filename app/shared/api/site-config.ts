import * as v from "valibot";

import { endpoints, type SiteConfig, siteConfigSchema } from "#domain/wire.ts";

import { fetchWhole } from "./no-response.ts";

// Forms wait for it: without a response, the visitor gets an error and can try again.
const timeoutMs = 10_000;

let pending: Promise<SiteConfig> | undefined;

/** The installation's configuration, loaded once; a failure is not cached. */
export function siteConfig(): Promise<SiteConfig> {
  pending ??= loadSiteConfig().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

async function loadSiteConfig(): Promise<SiteConfig> {
  const { response, text } = await fetchWhole(endpoints.config, { timeoutMs });
  if (!response.ok) throw new Error(`${endpoints.config} responded with ${response.status}`);
  return v.parse(siteConfigSchema, JSON.parse(text));
}

/** The headers of anonymous calls (specification section 7). */
export async function anonHeaders(): Promise<Record<string, string>> {
  const { anonKey } = await siteConfig();
  return { apikey: anonKey, authorization: `Bearer ${anonKey}` };
}
