import { expect, test } from "vitest";

import { partNames } from "#domain/catalogue/parts.ts";

import { partWeights } from "./default-settings.ts";
import { weighPart } from "./part-weight.ts";

test.for([
  ["CDI", "S"],
  ["carby", "S"],
  ["Carburettor cleaned", "S"],
  ["Rear CV axle, left", "S"],
  ["Radiator and fan", "S"],
  ["Engine mount", "S"],
  ["Brake discs", "S"],
  ["Rear diff", "M"],
  ["Differential, front", "M"],
  ["dif", "M"],
  ["Polaris rear diff assembly", "M"],
  ["rear diff for a 2015 Honda TRX420", "M"],
  ["Front wheel", "M"],
  ["Swing arm", "M"],
  ["Rear carrier rack", "M"],
  ["petrol tank", "M"],
  ["Front mudguards", "M"],
  ["Pair of forks", "M"],
  ["gearbox", "L"],
  ["pair of piggyback shocks", "S"],
  ["left and right front shock", "S"],
  ["plastics", "L"],
] as const)("one parcel with “%s” is of weight class %s", ([part, weight]) => {
  expect(weighPart(partWeights, part)).toEqual({ weight, why: null });
});

test.for([
  ["engine", "Engine: over 25 kg, enter the freight"],
  ["Complete motor", "Complete motor: over 25 kg, enter the freight"],
  ["Set of wheels", "Set of wheels: over 25 kg, enter the freight"],
  ["front wheels", "Front wheels: more than one part, enter the freight"],
  ["2 x rear tyre", "2 x rear tyre: more than one part, enter the freight"],
  ["diff and CV axle", "Diff and CV axle: more than one part, enter the freight"],
  ["Front and rear diff", "Front and rear diff: more than one part, enter the freight"],
  ["front/rear diff", "Front/rear diff: more than one part, enter the freight"],
  ["lh & rh guard", "Lh & rh guard: more than one part, enter the freight"],
  ["seat x2", "Seat x2: more than one part, enter the freight"],
  ["Engine, gearbox", "Engine, gearbox: more than one part, enter the freight"],
  ["thingamajig", "Thingamajig: we don't know its weight, enter the freight"],
  ["CDI and a thingamajig", "CDI and a thingamajig: we don't know its weight, enter the freight"],
  ["diff lock thingamajig", "Diff lock thingamajig: we don't know its weight, enter the freight"],
  ["Honda", "Honda: we don't know its weight, enter the freight"],
  ["front left", "Front left: we don't know its weight, enter the freight"],
] as const)("“%s” has no class, in words", ([part, why]) => {
  expect(weighPart(partWeights, part)).toEqual({ weight: null, why });
});

test("we know how heavy each part is that our pages name", () => {
  const unknown = partNames.filter((part) => weighPart(partWeights, part).why?.includes("know") === true);
  expect(unknown).toEqual([]);
});
