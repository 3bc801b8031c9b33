import { machineKey } from "./known-summary.ts";
import { type MachineKind, makes, modelsOf } from "./models.ts";

/** What is taken apart in its own order: the catalogue's kinds of machines, and side-by-sides. */
export type YardKind = MachineKind | "sideBySide";

const sideBySides =
  /\b(?:side[- ]by[- ]side|sxs|utv|ranger|rzr|general|mule|teryx|pioneer|talon|viking|rhino|commander|maverick|defender|wolverine (?:x|r)|kingquad ute)\b/i;

interface NamedMachine {
  readonly make: string;
  readonly model: string;
  readonly vehicle_type: string; // The sell form's.
}

/** Finds the kind of a machine in the catalogue by its model; else its type says it. */
export function machineKind({ make, model, vehicle_type: type }: NamedMachine): YardKind {
  if (sideBySides.test(model)) return "sideBySide";
  const key = machineKey(model);
  const own = makes.filter((one) => machineKey(one) === machineKey(make));
  for (const known of own.length === 0 ? makes : own) {
    for (const [kind, models] of Object.entries(modelsOf(known))) {
      const isOne = models.some(({ code, name = "" }) =>
        [code, name, code + name].some((text) => text !== "" && machineKey(text) === key),
      );
      if (isOne) return kind === "popular" ? "farmQuad" : (kind as MachineKind);
    }
  }
  return type === "Motorcycle" ? "farmBike" : "farmQuad";
}
