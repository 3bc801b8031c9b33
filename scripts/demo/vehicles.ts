import type { VehicleSubmissionValues } from "#domain/forms/vehicle-submission.ts";

import { between, type Chance, pick } from "./chance.ts";
import { machine } from "./machines.ts";
import { address, person } from "./people.ts";

const states = [
  { condition: "running", description: "Serviced every year, papers are there. Getting a side-by-side." },
  { condition: "running-issues", description: "Starts, but jumps out of second. Brakes are nearly gone." },
  { condition: "running-issues", description: "Smokes when warm.\nRear rack is bent, tyres are good." },
  { condition: "not-running", description: "Went through the creek last winter and has not fired since." },
  { condition: "not-running", description: "Turns over, no spark. Battery is new." },
  {
    condition: "damaged",
    description: "Rolled down the hill. Handlebars, front guards and one A-arm are bent.",
  },
  { condition: "parts-only", description: "Engine is out and in pieces, the rest is in three fish bins." },
] as const;

/** A made-up machine for sale. */
export function demoVehicle(random: Chance): VehicleSubmissionValues {
  const { condition, description } = pick(random, states);
  return {
    ...person(random),
    ...machine(random),
    condition,
    ...(random() < 0.8 ? { description } : {}),
    ...(random() < 0.6 ? { price_expectation: 100 * between(random, 3, 45) } : {}),
    location: address(random).join(", "),
  };
}
