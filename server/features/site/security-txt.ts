import type { FastifyInstance } from "fastify";

import { business } from "#domain/business.ts";

/** RFC 9116 recommends less than a year, so that the contact is looked at now and then. */
const validForMs = 180 * 24 * 60 * 60_000;

/** `GET /.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
export function securityTxtRoute(server: FastifyInstance, siteOrigin: string, now: () => Date): void {
  const path = "/.well-known/security.txt";
  server.get(path, (_request, reply) => {
    const expires = new Date(now().getTime() + validForMs).toISOString();
    return reply
      .type("text/plain; charset=utf-8")
      .send(
        [
          `Contact: mailto:${business.email}`,
          `Expires: ${expires}`,
          "Preferred-Languages: en",
          `Canonical: ${siteOrigin}${path}`,
          "",
        ].join("\n"),
      );
  });
}
