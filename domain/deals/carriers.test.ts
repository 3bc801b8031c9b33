import { expect, test } from "vitest";

import { carriers, carrierName, trackingNumber } from "./carriers.ts";

test.each([
  ["LH123456789NZ", "LH123456789NZ"],
  [" lh 123 456 789 nz\r\n", "LH123456789NZ"],
  ["LH123456\u00a0789\nNZ", "LH123456789NZ"],
  ["\u200bLH123456789NZ\ufeff", "LH123456789NZ"],
  ["\u202aLH123456789NZ\u202c", "LH123456789NZ"],
  ["Tracking: LH123456789NZ", "LH123456789NZ"],
  ["Tracking number\tLH123456789NZ.", "LH123456789NZ"],
  ["Your NZ Post tracking number is: lh123456789nz", "LH123456789NZ"],
  ["Consignment No. AB-1234-5678", "AB-1234-5678"],
  ["Track & Trace #: 00123456", "00123456"],
  ["https://www.nzpost.co.nz/tools/tracking?trackid=LH123456789NZ&utm_source=sms24", "LH123456789NZ"],
  ["Track it: https://www.nzpost.co.nz/tools/tracking/item/lh123456789nz", "LH123456789NZ"],
  ["https://www.mainfreight.com/track/MSNZS/00045678", "00045678"],
  ["www.nzpost.co.nz/tools/tracking?trackid=LH123456789NZ", "LH123456789NZ"],
  ["Track: 00123456", "00123456"],
  ["NZ Post LH123456789NZ", "LH123456789NZ"],
  ["LH123456789NZ\nLH123456780NZ", "LH123456789NZ LH123456780NZ"],
  ["with Bob 1", "with Bob 1"],
  ["pick up 12", "pick up 12"],
  ["TRACK-1", "TRACK-1"],
  ["ab 1&2", "ab 1&2"],
  ["by hand, Tuesday at 3", "by hand, Tuesday at 3"],
  ["Tracking follows", "Tracking follows"],
])("%j is entered as %j", (pasted, entered) => {
  expect(trackingNumber(pasted)).toBe(entered);
});

test.each([
  ["nz post", "NZ Post"],
  ["NZPost", "NZ Post"],
  ["post-haste", "Post Haste"],
  ["COURIER POST", "CourierPost"],
])("the carrier %j is %j", (typed, known) => {
  expect(carrierName(carriers, typed)).toBe(known);
});
