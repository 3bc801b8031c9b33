import { BlockList } from "node:net";

import type { FastifyInstance } from "fastify";

import type { Notice } from "#domain/notice.ts";

/** Where a proxy of our own can be. From elsewhere the header means nothing, as anybody can send it. */
const ownNetworks = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  ownNetworks.addSubnet(network, bits, "ipv4");
}
ownNetworks.addAddress("::1", "ipv6");
ownNetworks.addSubnet("fc00::", 7, "ipv6");

/** TRUST_PROXY must name a proxy, or the limits see all visitors behind it as one address. */
export function watchForUntrustedProxy(server: FastifyInstance): () => Promise<Notice | null> {
  let proxy: string | null = null;
  server.addHook("onRequest", async (request) => {
    const peer = request.socket.remoteAddress ?? "";
    if (proxy !== null || request.headers["x-forwarded-for"] === undefined || request.ip !== peer) return;
    if (!ownNetworks.check(peer, peer.includes(":") ? "ipv6" : "ipv4")) return;
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
