import type { FastifyInstance } from "fastify";

import { dealPath, statusPath } from "#domain/deals/mails.ts";
import { dayMs } from "#domain/durations.ts";
import { firm } from "#domain/firm.ts";
import { sendDocument, missingDealPage } from "#server/features/deals/visitor/pages/document.ts";
import { refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import type { BuiltFiles } from "./built-files.ts";

/** RFC 9116 recommends less than a year, so that the contact is reviewed now and then. */
const validForMs = 180 * dayMs;

/** `GET /.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
export function securityTxtRoute(server: FastifyInstance, siteOrigin: string, now: () => Date): void {
  const path = "/.well-known/security.txt";
  server.get(path, (_request, reply) => {
    const expires = new Date(now().getTime() + validForMs).toISOString();
    const lines = [
      `Contact: mailto:${firm.email}`,
      `Expires: ${expires}`,
      "Preferred-Languages: en",
      `Canonical: ${siteOrigin}${path}`,
      "",
    ];
    return reply.type("text/plain; charset=utf-8").send(lines.join("\n"));
  });
}

/** Escapes a URL whose escapes can't be decoded ("/100%"), so that it counts as unknown instead of malformed. */
export function readableUrl(url: string): string {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return url;
  } catch {
    return url.replaceAll("%", "%25");
  }
}

/** Redirecting them home would hide that a link is broken. */
const dealPaths = new RegExp(`^(?:${dealPath}|${statusPath})(?:/|$)`, "i");

const apiPath = /^\/(?:rest|functions)(?:\/|$)/;

/** Redirects lost visitors to the home page; API clients get a 404 (design.md section 7). */
export function unknownPaths(server: FastifyInstance, services: Services, files: BuiltFiles): void {
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const allowed = files.has(path) ? ["GET", "HEAD"] : methodsOf(server, path);
    if (allowed.length > 0) {
      reply.header("allow", [...allowed, "OPTIONS"].join(", "));
      if (request.method === "OPTIONS") return reply.status(204).send();
      const message = `${request.method} is not possible here`;
      return refuse(request, reply, { status: 405, code: "PGRST117", message });
    }
    if (apiPath.test(path)) {
      const message = `Could not find '${path.slice(0, 100)}' in the schema cache`;
      return refuse(request, reply, { status: 404, code: "PGRST205", message });
    }
    const isRead = request.method === "GET" || request.method === "HEAD";
    const page = withoutEndSlashes(path);
    if (isRead && page !== path && files.has(page))
      return reply.redirect(page + request.url.slice(path.length), 308);
    if (path === "/" && isRead)
      return refuse(request, reply, { status: 503, message: "The pages are not built: npm run build" });
    if (dealPaths.test(path)) return sendDocument(services, reply, 404, missingDealPage());
    if (isRead) return reply.redirect("/", 302);
    return refuse(request, reply, { status: 404, message: "There is nothing here" });
  });
}

/** No regular expression: it would take the square of the length of a path that is all slashes. */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charAt(end - 1) === "/") end -= 1;
  return path.slice(0, end);
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The router treats other characters as patterns. Our paths have none of them. */
const plainPath = /^[\w./-]+$/;

/** Returns the methods of a path; none if the path is unknown. */
function methodsOf(server: FastifyInstance, url: string): string[] {
  return plainPath.test(url) ? methods.filter((method) => server.hasRoute({ method, url })) : [];
}
