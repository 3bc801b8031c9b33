import { endpoints } from "#domain/endpoints.ts";
import type { SiteConfig } from "#domain/wire.ts";

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
  // Forms wait for it: without a response, the visitor gets an error and can try again.
  const { response, text } = await fetchWhole(endpoints.config, { timeoutMs: 10_000 });
  if (!response.ok) throw new Error(`${endpoints.config} responded with ${response.status}`);
  return JSON.parse(text) as SiteConfig;
}

/** The headers of anonymous calls (specification section 7). */
export async function anonHeaders(): Promise<Record<string, string>> {
  const { anonKey } = await siteConfig();
  return { apikey: anonKey, authorization: `Bearer ${anonKey}` };
}

type Cause = "offline" | "timeout" | "cut";

/** No complete response came. The server may have acted on the request, unless the device was offline from the start. */
export class NoResponse extends Error {
  override readonly name = "NoResponse";
  readonly why: Cause;

  constructor(why: Cause, options: ErrorOptions) {
    super(`No response: ${why}`, options);
    this.why = why;
  }
}

/** Fetches a response and its whole body. Throws NoResponse if one of them does not come in time. */
export async function fetchWhole(
  url: string,
  { timeoutMs, ...init }: RequestInit & { readonly timeoutMs: number },
): Promise<{ readonly response: Response; readonly text: string }> {
  const wasOnline = navigator.onLine;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { credentials: "same-origin", ...init, signal });
    return { response, text: await response.text() };
  } catch (error) {
    throw new NoResponse(causeOf(error, wasOnline), { cause: error });
  }
}

function causeOf(error: unknown, wasOnline: boolean): Cause {
  if (error instanceof DOMException && error.name === "TimeoutError") return "timeout";
  return wasOnline ? "cut" : "offline";
}
