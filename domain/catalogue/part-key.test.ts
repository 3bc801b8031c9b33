import { expect, test } from "vitest";

import { partKey } from "./part-key.ts";

test.for([
  ["Front diff", "the front differential", "Diff, front", "front diffs", "FRONT  DIFF (complete)"],
  ["Carburettor", "carby", "Carb"],
  ["Shock absorber, rear", "rear shock", "rear shocks"],
  ["Wiring loom", "wiring harness", "harness", "loom"],
  ["CV axle", "cv joint", "drive shaft", "CV"],
  ["Brake caliper, front", "front caliper", "front brake calliper"],
  ["Starter motor", "starter"],
])("all ways to write it have one key: %s", (names) => expect(new Set(names.map(partKey)).size).toBe(1));

test("other parts have other keys", () => {
  const names = ["front diff", "rear diff", "front shock", "left front shock", "CDI"];
  expect(new Set(names.map(partKey)).size).toBe(names.length);
});
