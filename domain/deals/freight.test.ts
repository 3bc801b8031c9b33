import { expect, test } from "vitest";

import { freightOfWay, freightTable } from "./freight.ts";
import type { DraftFreight } from "./quote.ts";

const courier: DraftFreight = {
  service: "Courier",
  zone: "north",
  rural: true,
  cents: 3100,
  words: "North Island, rural delivery",
};

test("a depot costs what the courier does without the rural extra, and waits for its name", () => {
  const depot = { ...courier, way: "depot", rural: false, cents: 2500, words: null };
  expect(freightOfWay(freightTable, "depot", courier)).toEqual(depot);
  expect(freightOfWay(freightTable, "depot", { ...courier, cents: 3333 })).toMatchObject({ cents: 3333 });
});

test("what is collected costs nothing and goes nowhere; the courier stays as it was", () => {
  const collected = { service: null, zone: null, rural: false, cents: 0, words: null, way: "pick-up" };
  expect(freightOfWay(freightTable, "pick-up", courier)).toEqual(collected);
  expect(freightOfWay(freightTable, "courier", courier)).toEqual(courier);
});
