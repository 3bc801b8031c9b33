import { expect, test } from "vitest";

import { mentionedIn } from "./mentioned.ts";

const now = new Date("2026-11-29T00:00:00Z");

test.for([
  [
    "Have you got a rear rack for a 2012 Grizzly 700? Ring 021 555 0144",
    { make: "Yamaha", model: "Grizzly 700", year: "2012", part_needed: "rear rack" },
  ],
  [
    "Kia ora, need a front diff and cv joint for my honda trx420, 2015.",
    { make: "Honda", model: "TRX420", year: "2015", part_needed: "front diff" },
  ],
  [
    "wanted: left hand guard, can-am outlander 500",
    { make: "Can-Am", model: "Outlander 500", year: "", part_needed: "left hand guard" },
  ],
  ["Are you open this Saturday?", { make: "", model: "", year: "", part_needed: "" }],
  ["Invoice 1999 of 2031", { make: "", model: "", year: "1999", part_needed: "" }],
] as const)("“%s” names what our catalogue knows", ([text, mentioned]) => {
  expect(mentionedIn(text, now)).toEqual(mentioned);
});
