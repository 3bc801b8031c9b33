import type { QuoteRequestValues } from "#domain/quote-request.ts";

const givenNames = [
  "Aroha",
  "Ben",
  "Charlotte",
  "Dave",
  "Emere",
  "Fiona",
  "Graham",
  "Hemi",
  "Isla",
  "Jack",
  "Kiri",
  "Liam",
];
const familyNames = [
  "Brown",
  "Hetaraka",
  "King",
  "Ngata",
  "Patel",
  "Robinson",
  "Smith",
  "Tautari",
  "Walker",
  "Wihongi",
];

const machines = [
  { make: "Honda", model: "TRX420FM", years: [2009, 2024], kind: "farm quad" },
  { make: "Honda", model: "TRX500FA", years: [2005, 2019], kind: "farm quad" },
  { make: "Yamaha", model: "YFM450 Kodiak", years: [2003, 2022], kind: "farm quad" },
  { make: "Yamaha", model: "YFM700 Grizzly", years: [2007, 2023], kind: "farm quad" },
  { make: "Suzuki", model: "KingQuad 400 LT-F400F", years: [2008, 2022], kind: "farm quad" },
  { make: "Suzuki", model: "KingQuad 750 LT-A750X", years: [2008, 2023], kind: "farm quad" },
  { make: "Polaris", model: "Sportsman 570", years: [2014, 2024], kind: "farm quad" },
  { make: "Kawasaki", model: "KVF750 Brute Force 750 4x4i", years: [2005, 2022], kind: "farm quad" },
  { make: "Yamaha", model: "AG200", years: [1990, 2021], kind: "farm bike" },
  { make: "Suzuki", model: "DR200SE Trojan", years: [1996, 2021], kind: "farm bike" },
  { make: "Honda", model: "CRF250R", years: [2004, 2024], kind: "dirt bike" },
] as const;

const parts = [
  "Front diff",
  "Rear CV axle, left",
  "CDI",
  "Stator",
  "Starter motor",
  "Wiring loom",
  "Carburettor",
  "Radiator and fan",
  "Rear carrier rack",
  "Front A-arm, right",
  "Brake master cylinder",
  "Ignition switch",
  "Fuel pump",
  "Recoil starter",
  "Front mudguards",
];

const towns = [
  ["Kaitāia", "0410"],
  ["Kerikeri", "0230"],
  ["Dargaville", "0310"],
  ["Whangārei", "0110"],
  ["Te Awamutu", "3800"],
  ["Taihape", "4720"],
  ["Masterton", "5810"],
  ["Culverden", "7345"],
  ["Gore", "9710"],
] as const;

const roads = ["Ōtaika Road", "Mangakāhia Road", "Valley Road", "Station Road", "River Road", "School Road"];

const notes = [
  "Quad is stuck in the back paddock, so the sooner the better.",
  "Happy with scratches as long as it works.",
  "Can pick up in Whangārei on a Friday.",
  "Frame number is hard to read, photo on request.",
];

/** A source of repeatable chance (mulberry32), so that two demos with one seed look alike. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A made-up quote request such as a New Zealand wrecker gets. All of it is generated; `.example` reaches nobody. */
export function demoQuote(random: () => number): QuoteRequestValues {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[], fallback: Item) => items[below(items.length)] ?? fallback;
  const machine = pick(machines, machines[0]);
  const given = pick(givenNames, "Kiri");
  const family = pick(familyNames, "Smith");
  const [town, postcode] = pick(towns, towns[0]);
  const [oldest, newest] = machine.years;
  return {
    full_name: `${given} ${family}`,
    phone: `02${1 + below(9)} ${100 + below(900)} ${1000 + below(9000)}`,
    email: `${given}.${family}${below(1000)}@farm.example`.toLowerCase(),
    make: machine.make,
    model: machine.model,
    year: oldest + below(newest - oldest + 1),
    ...(random() < 0.4 ? { vin: `TE${10 + below(80)}-${1_000_000 + below(9_000_000)}` } : {}),
    part_needed: pick(parts, "CDI"),
    ...(random() < 0.6 ? { condition_preference: pick(["A", "B", "C"] as const, "B") } : {}),
    ...(random() < 0.5 ? { budget: 50 * (1 + below(20)) } : {}),
    delivery_address: `${1 + below(900)} ${pick(roads, "Station Road")}\nRD ${1 + below(9)}\n${town} ${postcode}`,
    ...(random() < 0.5 ? { notes: pick(notes, "") } : {}),
  };
}
