import * as v from "valibot";

import { endpoints, type SiteConfig, siteConfigSchema } from "#domain/wire.ts";

// A form waits for it: where nothing comes back, its visitor must hear so and may try again.
const timeoutMs = 10_000;

let pending: Promise<SiteConfig> | undefined;

/** What this installation tells its pages. Asked once; a failure is not remembered. */
export function siteConfig(): Promise<SiteConfig> {
  pending ??= loadSiteConfig().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

async function loadSiteConfig(): Promise<SiteConfig> {
  const answer = await fetch(endpoints.config, {
    credentials: "same-origin",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`${endpoints.config} answered ${answer.status}`);
  return v.parse(siteConfigSchema, await answer.json());
}

/** The headers that name this site to its own server (specification section 7). */
export async function anonHeaders(): Promise<Record<string, string>> {
  const { anonKey } = await siteConfig();
  return { apikey: anonKey, authorization: `Bearer ${anonKey}` };
}
