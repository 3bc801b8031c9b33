import { contactMessage, type ContactMessageValues } from "#domain/forms/contact-message.ts";
import { quoteRequest, type QuoteRequestValues } from "#domain/forms/quote-request.ts";
import { vehicleSubmission, type VehicleSubmissionValues } from "#domain/forms/vehicle-submission.ts";
import type { Submission } from "#domain/submission.ts";

import { between, type Chance, pick } from "./chance.ts";

/** What made-up visitors send through a form. All of it is generated. */
export interface Visitors {
  readonly submission: Submission;
  /** How many there are for a hundred who ask for a quote. */
  readonly percent: number;
  readonly fill: (random: Chance) => Readonly<Record<string, string | number>>;
}

export const quoteVisitors: Visitors = { submission: quoteRequest, percent: 100, fill: demoQuote };

export const allVisitors: readonly Visitors[] = [
  quoteVisitors,
  { submission: contactMessage, percent: 25, fill: demoMessage },
  { submission: vehicleSubmission, percent: 25, fill: demoVehicle },
];

const words = (text: string) => text.split("|") as [string, ...string[]];

const givenNames = words("Aroha|Ben|Charlotte|Dave|Emere|Fiona|Graham|Hemi|Isla|Jack|Kiri|Liam");
const familyNames = words("Brown|Hetaraka|King|Ngata|Patel|Robinson|Smith|Tautari|Walker|Wihongi");
const towns = words(
  "Kaitāia 0410|Kerikeri 0230|Dargaville 0310|Whangārei 0110|Te Awamutu 3800|Taihape 4720|Gore 9710",
);
const roads = words("Ōtaika Road|Mangakāhia Road|Valley Road|Station Road|River Road|School Road");
/** By the kind of the machine: no motorcycle has a diff, and a motocross bike has no carrier. */
const parts = {
  ATV: words(
    "Front diff|Rear CV axle, left|CDI|Stator|Starter motor|Wiring loom|Carburettor|Radiator and fan|Rear carrier rack|Front A-arm, right|Brake master cylinder|Ignition switch|Fuel pump|Recoil starter|Front mudguards",
  ),
  Motorcycle: words("CDI|Stator|Wiring loom|Clutch lever|Brake master cylinder|Rear wheel|Front mudguard"),
};
const notes = words(
  "Quad is stuck in the back paddock, so the sooner the better.|Happy with scratches as long as it works.|Can pick up in Whangārei on a Friday.",
);
export const machines = [
  { make: "Honda", model: "TRX420FM", years: [2009, 2024], vehicle_type: "ATV" },
  { make: "Honda", model: "TRX500FA", years: [2005, 2019], vehicle_type: "ATV" },
  { make: "Yamaha", model: "YFM450 Kodiak", years: [2003, 2022], vehicle_type: "ATV" },
  { make: "Suzuki", model: "KingQuad 400 LT-F400F", years: [2008, 2022], vehicle_type: "ATV" },
  { make: "Polaris", model: "Sportsman 570", years: [2014, 2024], vehicle_type: "ATV" },
  { make: "Kawasaki", model: "KVF750 Brute Force 750 4x4i", years: [2005, 2022], vehicle_type: "ATV" },
  { make: "Yamaha", model: "AG200", years: [1990, 2021], vehicle_type: "Motorcycle" },
  { make: "Suzuki", model: "DR200SE Trojan", years: [1996, 2021], vehicle_type: "Motorcycle" },
  { make: "Honda", model: "CRF250R", years: [2004, 2024], vehicle_type: "Motorcycle" },
] as const;
const messages = [
  {
    subject: "Open between Christmas and New Year?",
    message: "Kia ora,\n\nare you open in the week after Christmas?",
  },
  {
    subject: "Where is my parcel",
    message: "The tracking has not moved since Tuesday. We are on a rural run.",
  },
  { subject: "Return of a stator", message: "It is unused and in its box. What do I do to send it back?" },
  { subject: "Do you fit parts too?", message: "I have the diff, not the patience. Can you fit it?" },
  { subject: "Which tyres on a 2012 Kodiak", message: "What did it leave the factory with, front and rear?" },
  { subject: "Thanks", message: "The carb went straight on and she started first pull. Cheers." },
  {
    subject: "Do you take scrap?",
    message: "I have four dead AG bikes and a pile of rims. Are they worth the trip?",
  },
] as const;
const states = [
  { condition: "running", description: "Serviced every year, papers are there. Getting a side-by-side." },
  { condition: "running-issues", description: "Starts, but jumps out of second. Brakes are nearly gone." },
  { condition: "not-running", description: "Went through the creek last winter and has not fired since." },
  { condition: "damaged", description: "Rolled down the hill. Handlebars and one A-arm are bent." },
  { condition: "parts-only", description: "Engine is out and in pieces, the rest is in three fish bins." },
] as const;

/** Somebody who does not exist; `.example` reaches nobody. */
function person(random: Chance) {
  const [given, family] = [pick(random, givenNames), pick(random, familyNames)];
  return {
    full_name: `${given} ${family}`,
    phone: `02${between(random, 1, 9)} ${between(random, 100, 999)} ${between(random, 1000, 9999)}`,
    email: `${given}.${family}${between(random, 0, 999)}@farm.example`.toLowerCase(),
  };
}

/** A rural delivery address, line by line. */
function address(random: Chance): readonly string[] {
  const road = `${between(random, 1, 900)} ${pick(random, roads)}`;
  return [road, `RD ${between(random, 1, 9)}`, pick(random, towns)];
}

function machine(random: Chance) {
  const { years, ...kind } = pick(random, machines);
  const [oldest, newest] = years;
  return { ...kind, year: between(random, oldest, newest) };
}

function demoQuote(random: Chance): QuoteRequestValues {
  const { make, model, year, vehicle_type: kind } = machine(random);
  const vin = `TE${between(random, 10, 89)}-${between(random, 1_000_000, 9_999_999)}`;
  return {
    ...person(random),
    make,
    model,
    year,
    ...(random() < 0.4 ? { vin } : {}),
    part_needed: pick(random, parts[kind]),
    ...(random() < 0.6 ? { condition_preference: pick(random, ["A", "B", "C"]) } : {}),
    ...(random() < 0.5 ? { budget: 50 * between(random, 1, 20) } : {}),
    delivery_address: address(random).join("\n"),
    ...(random() < 0.5 ? { notes: pick(random, notes) } : {}),
  };
}

function demoMessage(random: Chance): ContactMessageValues {
  return { ...person(random), ...pick(random, messages) };
}

function demoVehicle(random: Chance): VehicleSubmissionValues {
  return {
    ...person(random),
    ...machine(random),
    ...pick(random, states),
    ...(random() < 0.6 ? { price_expectation: 100 * between(random, 3, 45) } : {}),
    location: address(random).join(", "),
  };
}
