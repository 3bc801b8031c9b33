import type { FastifyInstance } from "fastify";

import type { Notice } from "#domain/notice.ts";

import { isOwnAddress } from "./own-networks.ts";

/** TRUST_PROXY must name a proxy, or the limits see all visitors behind it as one address. */
export function watchForUntrustedProxy(server: FastifyInstance): () => Promise<Notice | null> {
  let proxy: string | null = null;
  server.addHook("onRequest", async (request) => {
    const peer = request.socket.remoteAddress ?? "";
    if (proxy !== null || request.headers["x-forwarded-for"] === undefined || request.ip !== peer) return;
    // From elsewhere the header means nothing, as anybody can send it.
    if (!isOwnAddress(peer)) return;
    proxy = peer;
    request.log.warn({ proxy }, "requests come through a proxy that TRUST_PROXY does not name");
  });
  return async () => (proxy === null ? null : noticeOf(proxy));
}

function noticeOf(proxy: string): Notice {
  return {
    id: "untrusted-proxy",
    severity: "danger",
    title: "All visitors count as one.",
    words:
      `They come through a proxy at ${proxy} that TRUST_PROXY does not name, so they share one limit on forms ` +
      "and sign-ins. Set TRUST_PROXY and restart.",
  };
}
