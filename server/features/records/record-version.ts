import type { FastifyRequest } from "fastify";

/** The version that a change is meant for: `If-Match: "<version>"`. Null where any will do. */
export function versionOf(request: FastifyRequest): number | null | "unreadable" {
  const header = request.headers["if-match"];
  if (header === undefined || header === "*") return null;
  const [, digits] = /^"(\d{1,15})"$/.exec(header) ?? [];
  return digits === undefined ? "unreadable" : Number(digits);
}
