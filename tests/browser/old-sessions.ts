import type { SiteProcess } from "./site-process.ts";

/** Makes every sign-in eleven minutes old: dangerous actions ask for the password again. */
export async function ageSessions(site: SiteProcess): Promise<void> {
  await site.change(
    "update sessions set created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-11 minutes'), confirmed_at = null",
  );
}
