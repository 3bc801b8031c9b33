import { between, type Chance, pick } from "./chance.ts";

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
] as const;

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
] as const;

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

const roads = [
  "Ōtaika Road",
  "Mangakāhia Road",
  "Valley Road",
  "Station Road",
  "River Road",
  "School Road",
] as const;

/** Somebody who does not exist; `.example` reaches nobody. */
export function person(random: Chance) {
  const given = pick(random, givenNames);
  const family = pick(random, familyNames);
  return {
    full_name: `${given} ${family}`,
    phone: `02${between(random, 1, 9)} ${between(random, 100, 999)} ${between(random, 1000, 9999)}`,
    email: `${given}.${family}${between(random, 0, 999)}@farm.example`.toLowerCase(),
  };
}

/** A rural delivery address, line by line. */
export function address(random: Chance): readonly string[] {
  const [town, postcode] = pick(random, towns);
  const road = `${between(random, 1, 900)} ${pick(random, roads)}`;
  return [road, `RD ${between(random, 1, 9)}`, `${town} ${postcode}`];
}
