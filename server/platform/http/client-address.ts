import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

import type { FastifyInstance } from "fastify";

import type { Notice } from "#domain/notice.ts";

/** Returns a visitor's IPv4 address or IPv6 /64. `ip` must never come from a header that visitors can set. */
export function clientAddress(ip: string): string {
  const bare = withoutPort(ip);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return bare;
  return `${firstGroups(bare)}::/64`;
}

/** The network of an address that shares one limit: the /24 of IPv4, the /48 of IPv6 that providers give one customer at most. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address.replace(/\.\d+$/, ".0/24");
  const [, head] = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(address) ?? [];
  return head === undefined ? address : `${head}::/48`;
}

/** Some proxies add the port, which differs between connections. */
function withoutPort(ip: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(ip) ?? [];
  return inBrackets ?? ipv4 ?? ip;
}

function firstGroups(ip: string): string {
  const [head = "", tail] = ip.replace(/%.*$/, "").split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...rest];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

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

/** Returns whether an IP address is this machine's or in a private network. Names return false. */
export function isOwnAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && ownNetworks.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** TRUST_PROXY must name a proxy, and that must name the visitor, or the limits see all visitors behind it as one address. */
export function watchForUntrustedProxy(
  server: FastifyInstance,
  siteOrigin: string,
): () => Promise<Notice | null> {
  let proxy: string | null = null;
  server.addHook("onRequest", async (request) => {
    const peer = request.socket.remoteAddress ?? "";
    if (proxy !== null || request.ip !== peer || !isForwarded(request.headers, siteOrigin)) return;
    // From elsewhere the header means nothing, as anybody can send it.
    if (!isOwnAddress(peer)) return;
    proxy = peer;
    request.log.warn({ proxy }, "requests come through a proxy, and all count as one visitor");
  });
  return async () => (proxy === null ? null : noticeOf(proxy));
}

/** Some proxies add no header. Our server speaks no TLS: what a page of an https site sends comes through a proxy. */
function isForwarded({ origin, referer = "", ...headers }: IncomingHttpHeaders, site: string): boolean {
  if (headers["x-forwarded-for"] !== undefined) return true;
  return site.startsWith("https:") && (origin === site || referer.startsWith(`${site}/`));
}

function noticeOf(proxy: string): Notice {
  return {
    id: "untrusted-proxy",
    severity: "danger",
    title: "All visitors count as one.",
    words:
      `They come through a proxy at ${proxy} that TRUST_PROXY does not name, or that does not say in X-Forwarded-For who they are, ` +
      "so they share one limit on forms and sign-ins. Set both (deploy/README.md), then restart.",
  };
}
