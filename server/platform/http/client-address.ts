import { isIPv4, isIPv6 } from "node:net";

/** One visitor: an IPv4 address or an IPv6 /64. `ip` must never come from a header that visitors can set. */
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
