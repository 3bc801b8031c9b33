import { expect, test } from "vitest";

import { clientAddress, networksAround } from "./client-address.ts";

test.for([
  ["203.0.113.9", ["203.0.113.0/24"]],
  ["::ffff:203.0.113.9", ["203.0.113.0/24"]],
  ["2001:db8:1:42ff::7", ["2001:db8:1:4200::/56", "2001:db8:1::/48"]],
  ["2001:db8:1::7", ["2001:db8:1:0::/56", "2001:db8:1::/48"]],
  ["::1", ["0:0:0:0::/56", "0:0:0::/48"]],
  ["no address", []],
] as const)("the networks around %s", ([ip, networks]) => {
  expect(networksAround(clientAddress(ip))).toEqual(networks);
});
