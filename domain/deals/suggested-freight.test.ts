import { expect, test } from "vitest";

import { partNames } from "#domain/catalogue/parts.ts";

import { partWeights } from "./desk-settings.ts";
import { freightTable, wordsForPlace } from "./freight.ts";
import { weighPart, suggestedFreight } from "./suggested-freight.ts";

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

test.each([
  ["12 Mill Road, RD 3, Kaitaia 0483", "north", true],
  ["12 Mill Road\nR.D.3\nKaitaia", "north", true],
  ["Rural Delivery 5, Gore 9775", "south", true],
  ["7 Ross Street, Invercargill 9810", "south", false],
  ["9 Rdale Street, Hamilton 3204", "north", false],
  // The postcode comes after the town.
  ["8012 State Highway 1, Kaiwaka 0542", "north", false],
  ["7012 State Highway 1, Kaitaia", "north", false],
  ["7012 State Highway 1, Somewhere", null, false],
  ["7000 Main Road, Cape Reinga 0484", "north", false],
  ["4 Example Street\nNelson 7010\nGate code 1234", "south", false],
  ["Gate code 1234\n4 Example Street\nNelson\n7010", "south", false],
  ["4 Example Street, Nelson, 7010, New Zealand", "south", false],
  ["4 Example Street, Nelson 7010, 0215", "south", false],
  ["PO Box 1234, Upper Moutere 7144", "south", false],
  ["Level 2, 8012 Somewhere Road, Smalltown 0612", "north", false],
  // Without a postcode: the town.
  ["12 Example Street, Christchurch", "south", false],
  ["12 Example Street Christchurch", "south", false],
  ["12 Christchurch Street, Hamilton East", "north", false],
  ["5 Example Street\nInvercargill", "south", false],
  ["RD 2, Gore", "south", true],
  ["RD 2 gore", "south", true],
  ["Ōamaru", "south", false],
  ["Kaikōura", "south", false],
  ["1 Beach Road, Tākaka", "south", false],
  ["1 Beach Road, Whangārei", "north", false],
  ["1 Beach Road, Whangarei", "north", false],
  ["1 Example Street, Havelock North", "north", false],
  ["1 Example Street, Havelock, Marlborough", "south", false],
  ["1 Example Street, Palmerston North", "north", false],
  // Nothing to go by, or two different answers.
  ["12 Example Street", null, false],
  ["1 Example Street, Palmerston", null, false],
  ["1 Example Street, Havelock", null, false],
  ["12 Example Street, Auckland 8011", null, false],
  ["12 Example Street, Nelson\nMind the dog 1234", null, false],
  // Islands are places, not streets.
  ["4 Ocean View Road, Oneroa, Waiheke Island 1081", "islands", false],
  ["4 Ocean View Road, Oneroa 1081", "islands", false],
  ["Aotea / Great Barrier Island 0991", "islands", false],
  ["3 Wharf Road, Oban, Stewart Island 9818", "islands", false],
  ["Waitangi, Chatham Islands 8942", "islands", false],
  ["Waitangi, Chatham Is. 8942", "islands", false],
  ["33 Great Barrier Crescent, Papakura 2110", "north", false],
  ["5 Waiheke Road, Tauranga", "north", false],
  ["5 Stewart Island Road, Invercargill", "south", false],
  ["12 Chatham Street, Palmerston North 4410", "north", false],
  ["5 Chatham Street, Blenheim 7201", "south", false],
  ["8 Whitford Brown Avenue, Aotea, Porirua 5024", "north", false],
] as const)("%s: zone %s, rural %s", (address, zone, rural) => {
  const { rural: isRural, zone: found, cents } = suggestedFreight(freightTable, address, "S");
  expect([found, isRural, cents === null]).toEqual([zone, rural, zone === null]);
});

test("the suggestion is the price of the zone and weight class, plus the rural extra", () => {
  const { zones, rural_cents: extra } = freightTable;
  expect(suggestedFreight(freightTable, "RD 2, Gore 9772", "M").cents).toBe(zones.south.M + extra);
  expect(suggestedFreight(freightTable, "1 Queen Street, Auckland 1010", "S").cents).toBe(zones.north.S);
});

test("without a zone or a weight class there is no price", () => {
  const place = { zone: "south", rural: true, words: "South Island, rural delivery" };
  expect(suggestedFreight(freightTable, "RD 2, Gore", null)).toEqual({
    ...place,
    service: "Courier",
    cents: null,
  });
  expect(suggestedFreight(freightTable, "RD 2", "M")).toMatchObject({ zone: null, cents: null, words: null });
});

test("the words follow the zone and the rural delivery until staff write their own", () => {
  const rural = { zone: "north", rural: true, words: "North Island, rural delivery" } as const;
  const town = { zone: "north", rural: false } as const;
  expect(wordsForPlace(rural, town)).toBe("North Island");
  expect(wordsForPlace(rural, { zone: "south", rural: true })).toBe("South Island, rural delivery");
  expect(wordsForPlace(rural, { zone: null, rural: true })).toBeNull();
  expect(wordsForPlace({ zone: null, rural: false, words: null }, town)).toBe("North Island");
  expect(wordsForPlace({ ...rural, words: "To your gate in Gore" }, town)).toBe("To your gate in Gore");
});
