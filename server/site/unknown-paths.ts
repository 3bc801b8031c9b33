import type { FastifyInstance } from "fastify";

import { refuse } from "../http/errors.ts";

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
    if (apiPath.test(path)) {
      const message = `Could not find '${path.slice(0, 100)}' in the schema cache`;
      return refuse(request, reply, { status: 404, code: "PGRST205", message });
    }
    if (path === "/")
      return refuse(request, reply, { status: 503, message: "The pages are not built: npm run build" });
    if (request.method === "GET" || request.method === "HEAD") return reply.redirect("/", 302);
    return refuse(request, reply, { status: 404, message: "There is nothing here" });
  });
}
