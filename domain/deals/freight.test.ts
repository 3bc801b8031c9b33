import { expect, test } from "vitest";

import { freightTable, suggestedFreight, wordsForPlace, zoneOf } from "./freight.ts";

test.each([
  ["12 Mill Road, RD 3, Kaitaia 0483", "north", true],
  ["12 Mill Road\nR.D.3\nKaitaia", "north", true],
  ["Rural Delivery 5, Gore 9775", "south", true],
  ["7 Ross Street, Invercargill 9810", "south", false],
  ["8012 State Highway 1, Kaiwaka 0542", "north", false],
  ["4 Ocean View Road, Oneroa, Waiheke Island 1081", "islands", false],
  ["Aotea / Great Barrier Island 0991", "islands", false],
  ["3 Wharf Road, Oban, Stewart Island 9818", "islands", false],
  ["Waitangi, Chatham Islands 8942", "islands", false],
  ["Waitangi, Chatham Is. 8942", "islands", false],
  ["12 Chatham Street, Palmerston North 4410", "north", false],
  ["5 Chatham Street, Blenheim 7201", "south", false],
  ["8 Whitford Brown Avenue, Aotea, Porirua 5024", "north", false],
  ["9 Rdale Street, Hamilton 3204", "north", false],
] as const)("%s: zone %s, rural %s", (address, zone, rural) => {
  const { rural: isRural, zone: found } = suggestedFreight(freightTable, address);
  expect([found, isRural]).toEqual([zone, rural]);
});

test("the suggestion is the price of the zone and weight class, plus the rural extra", () => {
  const { zones, rural_cents: extra } = freightTable;
  expect(suggestedFreight(freightTable, "RD 2, Gore 9772", "M").cents).toBe(zones.south.M + extra);
  expect(suggestedFreight(freightTable, "1 Queen Street, Auckland 1010").cents).toBe(zones.north.S);
});

test("only the last four-digit number of an address counts as its postcode", () => {
  expect(zoneOf("7000 Main Road, Cape Reinga 0484")).toBe("north");
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
