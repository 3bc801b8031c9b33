import { expect, test } from "vitest";

import { clientAddress, networkOf } from "./client-address.ts";

test.for([
  ["203.0.113.9", "203.0.113.0/24"],
  ["::ffff:203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:42ff::7", "2001:db8:1::/48"],
  ["::1", "0:0:0::/48"],
  ["no address", "no address"],
] as const)("the network of %s", ([ip, network]) => {
  expect(networkOf(clientAddress(ip))).toBe(network);
});
