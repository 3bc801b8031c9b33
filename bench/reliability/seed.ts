import { randomInt } from "node:crypto";

/** The seed of this run: `SEED` if it is set, so that a run can be repeated. Printed either way. */
export function seedOfRun(): number {
  const seed = Number(process.env["SEED"] ?? randomInt(2 ** 31));
  console.log(`Seed ${seed} (SEED=${seed} repeats it)`);
  return seed;
}

/** How many, unless `COUNT` says otherwise. */
export function countOfRun(usual: number): number {
  return Number(process.env["COUNT"] ?? usual);
}
