import { expect, test } from "vitest";

import { partKey } from "#domain/catalogue/part-key.ts";

import type { GoneReason, PartState } from "./part.ts";
import { isAssembly, teardownRows, withoutSide } from "./teardown.ts";

const kinds = ["farmQuad", "sportQuad", "sideBySide", "dirtBike", "farmBike", "roadBike"] as const;

test.for(kinds)("%s: each usual part is named once, in about as many rows as a machine has", (kind) => {
  const rows = teardownRows(kind, []);
  const keys = rows.map(({ name }) => partKey(name));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  const [least, most] = kind === "farmQuad" ? [55, 70] : [40, 60];
  expect(rows.length).toBeGreaterThanOrEqual(least);
  expect(rows.length).toBeLessThanOrEqual(most);
  expect(rows.every(({ assembly }) => assembly === null || isAssembly(assembly))).toBe(true);
});

const part = (name: string, state: PartState = "on_shelf", reason: GoneReason | null = null) => ({
  name,
  state,
  reason,
});
const names = (...written: ReturnType<typeof part>[]) =>
  teardownRows("farmBike", written).map(({ name }) => name);

test("an assembly kept whole hides what lies in it until it is opened up, but nothing that is written down", () => {
  expect(names()).toContain("Crank");
  expect(names(part("Complete engine"))).not.toContain("Crank");
  expect(names(part("Complete engine"), part("Crank"))).toContain("Crank");
  expect(names(part("Complete engine", "sold"))).not.toContain("Crank");
  expect(names(part("complete engine", "gone", "opened"))).toContain("Crank");
  expect(names(part("Complete engine", "gone", "scrapped"))).toContain("Crank");
});

test("a second one and a yard's own words are rows after the usual ones; what was scrapped is free again", () => {
  const seats = [part("Seat"), part("Seat"), part("Sheepskin")];
  const rows = teardownRows("farmBike", seats);
  expect(rows[0]).toEqual({ name: "Seat", assembly: null, part: seats[0] });
  expect(rows.slice(-2)).toMatchObject([{ part: seats[1] }, { part: seats[2] }]);
  expect(teardownRows("farmBike", [part("Seat", "gone", "scrapped")])[0]).toMatchObject({ part: null });
});

test("a side costs what the part costs", () => {
  expect(["Front left CV axle", "Left front shock", "Front diff", "Right footpeg"].map(withoutSide)).toEqual([
    "CV axle",
    "Front shock",
    "Front diff",
    "Footpeg",
  ]);
});
