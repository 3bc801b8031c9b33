export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Allows nothing inline but what the page was built with, and no other host but the visitor count's, if there is one. */
export function contentSecurityPolicy(
  { scripts, styles }: InlineHashes,
  analyticsOrigin: string | null = null,
): string {
  const others = analyticsOrigin === null ? [] : [analyticsOrigin];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...others, ...scripts].join(" "),
    ...others.map((other) => `connect-src 'self' ${other}`),
    ["style-src 'self'", ...styles].join(" "),
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Policy of scripts, pictures and other files. No stricter, because a worker obeys the policy of its script. */
export const framedNowhere = "frame-ancestors 'none'";

/** Keeps a browser that shows such a response from running or loading anything in it. */
const inertContentPolicy = `default-src 'none'; ${framedNowhere}`;

/** HSTS only on https. Browsers need the referrer on our own site to send the Origin of a form post. */
export function securityHeaders(siteOrigin: string): Record<string, string> {
  const overHttps = siteOrigin.startsWith("https:");
  return {
    "content-security-policy": inertContentPolicy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    ...(overHttps ? { "strict-transport-security": "max-age=63072000" } : {}),
  };
}

/** For pages without personal data: sharing a process with the previous page saves a phone from starting one (decision 020). */
export function sharedProcessHeaders(siteOrigin: string): Record<string, string> {
  const { "cross-origin-opener-policy": _, ...others } = securityHeaders(siteOrigin);
  return others;
}
