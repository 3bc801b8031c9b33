import { machineKey } from "./known-summary.ts";
import { makes, modelsOf } from "./models.ts";

interface NamedModel {
  readonly make: string;
  readonly model: string;
}

/** Gives a machine one spelling: "yfm 700" and "YFM-700" are the same. */
export function modelKey({ make, model }: NamedModel): { readonly make: string; readonly model: string } {
  return { make: machineKey(make), model: machineKey(model) };
}

/** The spellings of each model of the catalogue, by its maker. */
const spellings: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  makes.map((make) => [
    machineKey(make),
    Object.values(modelsOf(make))
      .flat()
      .map(({ code, name = "" }) =>
        [code, name, code + name, name + code].filter((text) => text !== "").map(machineKey),
      ),
  ]),
);

/**
 * Returns the spellings by which people ask for a model: its code, its name, both, and its series without the letters at
 * the end. "Grizzly 700" is YFM700, GRIZZLY700 and YFM700GRIZZLY700; "TRX420FM" is TRX420, too.
 */
export function modelKeys({ make, model }: NamedModel): readonly string[] {
  const written = machineKey(model);
  const own = spellings.get(machineKey(make)) ?? [...spellings.values()].flat();
  const known = own.filter((keys) => keys.includes(written)).flat();
  const series = [written, ...known].flatMap((key) => /^\p{Lu}+\d{2,}/u.exec(key)?.[0] ?? []);
  return [...new Set([written, ...known, ...series])];
}
