import { BlockList, isIP } from "node:net";

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

/** Whether an IP address is of this machine or of a private network. A name is not. */
export function isOwnAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && ownNetworks.check(address, version === 6 ? "ipv6" : "ipv4");
}
