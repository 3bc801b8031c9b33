import type { FastifyInstance } from "fastify";

import { refuse } from "#server/platform/http/errors.ts";

const apiPath = /^\/(?:rest|functions)(?:\/|$)/;

/** An address whose escapes mean nothing ("/100%") is one that we do not have; the router alone would answer it otherwise. */
export function readableUrl(url: string): string {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return url;
  } catch {
    return url.replaceAll("%", "%25");
  }
}

/** A visitor who lost the way comes home; a program is told so (design.md section 7). */
export function unknownPaths(server: FastifyInstance): void {
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const allowed = methodsOf(server, path);
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
    if (path === "/" && isRead)
      return refuse(request, reply, { status: 503, message: "The pages are not built: npm run build" });
    if (isRead) return reply.redirect("/", 302);
    return refuse(request, reply, { status: 404, message: "There is nothing here" });
  });
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The router reads other characters as patterns. Our addresses have none of them. */
const plainPath = /^[\w./-]+$/;

/** Returns the methods of one of our addresses; none if it is not ours. */
function methodsOf(server: FastifyInstance, url: string): string[] {
  return plainPath.test(url) ? methods.filter((method) => server.hasRoute({ method, url })) : [];
}
