/** Hashes of the inline scripts and styles of a page, as CSP sources. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Nothing inline but what the page was built with, and nothing from another host but the visitor
 * count, where the owner has set one up.
 */
export function contentSecurityPolicy(
  { scripts, styles }: InlineHashes,
  analyticsOrigin: string | null = null,
): string {
  const strangers = analyticsOrigin === null ? [] : [analyticsOrigin];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...strangers, ...scripts].join(" "),
    ["connect-src 'self'", ...strangers].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    "worker-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Policy of scripts, pictures and other files. A worker obeys the policy of its own script, so this says no more. */
export const framedNowhere = "frame-ancestors 'none'";

/** Policy of whatever is neither a page nor a file: if a browser shows it at all, nothing in it runs or loads. */
const inertContentPolicy = `default-src 'none'; ${framedNowhere}`;

/**
 * Headers of every response. HSTS only if the site is on https. The referrer stays on our own site:
 * browsers need it there to send the Origin of a form post. A page brings a content security policy of its own.
 */
export function securityHeaders(siteOrigin: string): Record<string, string> {
  const overHttps = siteOrigin.startsWith("https:");
  return {
    "content-security-policy": inertContentPolicy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    ...(overHttps ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
  };
}

/**
 * For pages that show nobody's data: they may share a process with the page that led to them, so that a phone
 * does not have to start one (docs/decisions/050-public-pages-share-a-process.md).
 */
export const sharedProcess = { "cross-origin-opener-policy": "unsafe-none" } as const;
