import { makes } from "#domain/catalogue/models.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { capitalised } from "#domain/plain-text.ts";

import { partWeightClasses, type WeightClass, weightLimits } from "./freight.ts";

/** Words for parts, by the weight class of one such part. */
export type PartWeights = Readonly<Record<(typeof partWeightClasses)[number], readonly string[]>>;

export interface Weighed {
  readonly weight: WeightClass | null;
  /** Why there is no class, for staff. */
  readonly why: string | null;
}

/** Words that say nothing about a weight. */
const places =
  /^(?:front|rear|back|left|right|lh|rh|upper|lower|inner|outer|alloy|steel|used|good|genuine|oem|original|\S*\d\S*|)$/;
const makeWords = new Set(partKey(makes.join(" ")).split(" "));
const several = /\b(?:pair|set|both|all|two|three|four|[2-9]x?|x ?[2-9]|\p{L}{3,}(?<![siu])s)\b/iu;
const place = "(?:front|rear|back|left|right|lh|rh|upper|lower|inner|outer|[frlu])";
const twoPlaces = new RegExp(String.raw`\b${place}\s*(?:\b(?:and|n)\b|[&+/])\s*${place}\b`, "i");
/** What comes after these is the machine, or a remark. */
const remark = /(?:\(|\b(?:for|off|from|to (?:suit|fit))\b).*/is;

/** The words of a part by which its weight is known, in one spelling. */
export function tellingWords(part: string): readonly string[] {
  return partKey(part)
    .split(" ")
    .filter((word) => !places.test(word) && !makeWords.has(word));
}

/** The weight class of a part as somebody named it. Two parts over 5 kg, or words that we don't know, have none. */
export function weighPart(table: PartWeights, written: string): Weighed {
  const named = written.replace(remark, "");
  const parts = named.split(/[,;+&/\n]|\b(?:and|with|plus)\b/i);
  const weights = parts
    .filter((part) => tellingWords(part).length > 0)
    .map((part) => weightOfOne(table, part));
  const heavy = weights.filter((weight) => weight !== "S");
  const [weight = weights[0]] = heavy;
  const why = (reason: string) => ({
    weight: null,
    why: `${capitalised(written)}: ${reason}, enter the freight`,
  });
  if (weight === undefined || weight === "unknown" || heavy.includes("unknown"))
    return why("we don't know its weight");
  if (weight === "several" || (heavy.length > 0 && (weights.length > 1 || twoPlaces.test(named))))
    return why("more than one part");
  return weight === "hand" ? why(`over ${weightLimits.L} kg`) : { weight, why: null };
}

const known = new Map<string, readonly string[]>();

/** By the entry that has the most of its words; if in doubt, by the heavier one. */
function weightOfOne(table: PartWeights, part: string): keyof PartWeights | "several" | "unknown" {
  const words = tellingWords(part);
  const entries = partWeightClasses.flatMap((weight) =>
    table[weight].map((name) => {
      // Kept, because it would take milliseconds each time.
      const needs = known.get(name) ?? tellingWords(name);
      known.set(name, needs);
      return { weight, name, needs };
    }),
  );
  const fitting = entries.filter(
    ({ needs }) => needs.length > 0 && needs.every((word) => words.includes(word)),
  );
  const best = fitting.toSorted((one, other) => one.needs.length - other.needs.length).at(-1);
  if (best === undefined || best.weight === "S") return best?.weight ?? "unknown";
  if (several.test(part) && !several.test(best.name)) return "several";
  return words.length === best.needs.length ? best.weight : "unknown";
}
