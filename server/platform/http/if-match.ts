import type { FastifyRequest } from "fastify";

/** Reads `If-Match: "<version>"`, the version a change is based on. Null accepts any version. */
export function versionOf(request: FastifyRequest): number | null | "unreadable" {
  const header = request.headers["if-match"];
  if (header === undefined || header === "*") return null;
  const [, digits] = /^"(\d{1,15})"$/.exec(header) ?? [];
  return digits === undefined ? "unreadable" : Number(digits);
}
