import type { FastifyInstance } from "fastify";

import type { Notice } from "#domain/notice.ts";
import { endpoints } from "#domain/wire.ts";

import { forAdmins } from "../auth/signed-in.ts";
import type { Services } from "../services.ts";

/** Checks one thing. Returns null while there is nothing to tell. */
export type NoticeSource = () => Promise<Notice | null>;

/** `GET /functions/v1/notices`: what staff should know about the installation, most severe first. */
export function noticesRoute(server: FastifyInstance, services: Services): void {
  server.get(
    endpoints.notices,
    forAdmins(services, async () => {
      const found = await Promise.all(services.noticeSources.map((check) => check()));
      const notices = found.filter((notice) => notice !== null);
      return { notices: notices.toSorted((a, b) => a.severity.localeCompare(b.severity)) };
    }),
  );
}
