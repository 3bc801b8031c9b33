import type { QuoteRequestValues } from "#domain/forms/quote-request.ts";

import { between, type Chance, pick } from "./chance.ts";
import { machine } from "./machines.ts";
import { address, person } from "./people.ts";

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
] as const;

const notes = [
  "Quad is stuck in the back paddock, so the sooner the better.",
  "Happy with scratches as long as it works.",
  "Can pick up in Whangārei on a Friday.",
  "Frame number is hard to read, photo on request.",
] as const;

/** A made-up quote request such as a New Zealand wrecker gets. */
export function demoQuote(random: Chance): QuoteRequestValues {
  const { make, model, year } = machine(random);
  const vin = `TE${between(random, 10, 89)}-${between(random, 1_000_000, 9_999_999)}`;
  return {
    ...person(random),
    make,
    model,
    year,
    ...(random() < 0.4 ? { vin } : {}),
    part_needed: pick(random, parts),
    ...(random() < 0.6 ? { condition_preference: pick(random, ["A", "B", "C"]) } : {}),
    ...(random() < 0.5 ? { budget: 50 * between(random, 1, 20) } : {}),
    delivery_address: address(random).join("\n"),
    ...(random() < 0.5 ? { notes: pick(random, notes) } : {}),
  };
}
