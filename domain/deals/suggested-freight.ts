import { makes } from "#domain/catalogue/models.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { capitalised } from "#domain/plain-text.ts";

import {
  freightFrom,
  freightPlace,
  type FreightTable,
  type WeightClass,
  zoneLabels,
  partWeightClasses,
  weightLimits,
} from "./freight.ts";
import type { DraftFreight, FreightZone } from "./quote.ts";

/** Names of parts, by the weight class of one such part. */
export type PartWeights = Readonly<Record<(typeof partWeightClasses)[number], readonly string[]>>;

export interface Weighed {
  readonly weight: WeightClass | null;
  /** Tells staff why there is no class. */
  readonly why: string | null;
}

/** Words that say nothing about a weight. */
const places =
  /^(?:front|rear|back|left|right|lh|rh|upper|lower|inner|outer|alloy|steel|used|good|genuine|oem|original|\S*\d\S*|)$/;
const makeWords = new Set(partKey(makes.join(" ")).split(" "));
const several = /\b(?:pair|set|both|all|two|three|four|[2-9]x?|x ?[2-9]|\p{L}{3,}(?<![siu])s)\b/iu;
const place = "(?:front|rear|back|left|right|lh|rh|upper|lower|inner|outer|[frlu])";
const twoPlaces = new RegExp(String.raw`\b${place}\s*(?:\b(?:and|n)\b|[&+/])\s*${place}\b`, "i");
/** These words begin the machine, or a remark. */
const remark = /(?:\(|\b(?:for|off|from|to (?:suit|fit))\b).*/is;

/** Returns the words that tell the weight of a part, in one spelling. */
export function tellingWords(part: string): readonly string[] {
  return partKey(part)
    .split(" ")
    .filter((word) => !places.test(word) && !makeWords.has(word));
}

/** Finds the weight class of a part as somebody named it. Two parts over 5 kg, or words that we don't know, have none. */
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

/** Takes the entry that has the most of its words; if in doubt, the heavier one. */
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

/** Towns and regions without macrons. Left out: names of both islands, such as Frankton and Palmerston. */
const southern = `Akaroa|Alexandra|Amberley|Arrowtown|Ashburton|Balclutha|Balfour|Blenheim|Bluff|Brightwater|Canterbury
Cheviot|Christchurch|Clinton|Clyde|Collingwood|Cromwell|Culverden|Darfield|Dunedin|Edendale|Fairlie|Fox Glacier|Franz Josef
Geraldine|Glenavy|Gore|Greymouth|Haast|Hampden|Hanmer Springs|Hawea|Hinds|Hokitika|Invercargill|Kaiapoi|Kaikoura
Kaitangata|Karamea|Kumara|Kurow|Lawrence|Leeston|Lincoln|Lumsden|Lyttelton|Manapouri|Mapua|Marlborough|Mataura|Methven
Middlemarch|Milton|Mosgiel|Mossburn|Motueka|Murchison|Nelson|Nightcaps|Oamaru|Ohai|Omarama|Otago|Otautau|Owaka|Oxford|Picton
Pleasant Point|Port Chalmers|Prebbleton|Queenstown|Rakaia|Ranfurly|Rangiora|Reefton|Renwick|Richmond|Riversdale|Riverton
Rolleston|Ross|Roxburgh|Seddon|South Island|Southbridge|Southland|Takaka|Tapanui|Tapawera|Tasman|Te Anau|Tekapo|Temuka|Timaru
Tinwald|Tuatapere|Twizel|Waiau|Waikouaiti|Waimate|Wakefield|Wanaka|West Coast|West Melton|Westport|Winton|Woodend|Wyndham`;
const northern = `Auckland|Bay of Plenty|Bulls|Cambridge|Carterton|Dannevirke|Dargaville|Eltham|Feilding|Foxton|Gisborne|Hamilton
Hastings|Havelock North|Hawera|Hawke'?s Bay|Huntly|Kaikohe|Kaitaia|Katikati|Kawakawa|Kerikeri|Levin|Lower Hutt|Marton|Masterton
Matamata|Morrinsville|Napier|New Plymouth|North Island|Northland|Opotiki|Otaki|Paeroa|Paihia|Palmerston North|Papakura|Porirua
Pukekohe|Rotorua|Stratford|Taihape|Taranaki|Taumarunui|Taupo|Tauranga|Te Awamutu|Te Kuiti|Te Puke|Thames|Tokoroa|Turangi
Upper Hutt|Waikato|Waipukurau|Wairarapa|Wairoa|Waiuku|Wanganui|Warkworth|Wellington|Wellsford|Whakatane|Whanganui|Whangarei`;

/** `RD 3`, `R.D.3`, `Rural Delivery`. */
const ruralAddress = /\b(?:r\.?\s?d\.?\s?\d{1,2}\b|rural\s+delivery)/i;
/** A street of that name is no place. */
const noStreet = String.raw`(?!(?:\s+island)?\s+(?:st|street|r(?:oa)?d|ave(?:nue)?|cres(?:cent)?|dr(?:ive)?|pl(?:ace)?|lane|terrace|tce|way|highway|quay|close|court|grove|parade)\b)`;
/** Leaves out "Aotea" and "Chatham" alone: a suburb of Porirua, and streets all over the country. */
const offshore = new RegExp(
  String.raw`\b(?:waiheke|great\s+barrier|stewart\s+island|rakiura|chatham\s+is(?:lands?)?\b)${noStreet}`,
  "i",
);
/** Great Barrier, Waiheke, Stewart and the Chatham Islands. */
const offshorePostcodes = new Set(["0991", "1081", "1971", "8942", "9818"]);
/** Numbers after these are no postcode. */
const otherNumber =
  /\b(?:code|gate|box|bag|pin|key\w*|ph|phone|mob\w*|tel|call|te?xt|alarm|unit|flat|apt|lot)\b/i;

const [south, north] = [southern, northern].map(
  (names) =>
    new RegExp(`(?:^|\\s)(?:${names.replaceAll("\n", "|")})(?: (?:central|city|cbd|east|west))?$`, "i"),
);

/** Suggests freight to the address, without a zone or a price that would be a guess. */
export function suggestedFreight(
  table: FreightTable,
  address: string,
  weight: WeightClass | null,
): DraftFreight {
  const to = { zone: zoneOf(address), rural: ruralAddress.test(address) };
  const { zone, rural } = to;
  if (zone === null) return { ...to, service: table.service, cents: null, words: null };
  const priced =
    weight === null ? { service: table.service, cents: null } : freightFrom(table, { zone, rural }, weight);
  return { ...to, words: freightPlace(zoneLabels[zone], rural), ...priced };
}

/**
 * Finds the zone by the postcode, which are the four digits after the town, or else by the town. Returns null if neither
 * says it, or if they disagree: a guess would be a wrong price.
 */
function zoneOf(address: string): FreightZone | null {
  const plain = address.normalize("NFD").replaceAll(/\p{M}/gu, "");
  if (offshore.test(plain)) return "islands";
  const lines = plain.replaceAll(/[\s,]+(\d{4})(?=\s*(?:[\n,]|$))/g, " $1").split(/[\n,]/);
  const read = lines.map((line) => readLine(line.replace(/\s(?:NZ|New Zealand)\s*$/i, "").trim()));
  const town = read.findLast((line) => line.town !== null)?.town ?? null;
  const isCoded = read.filter(({ postcode }) => postcode !== null);
  const postcode = (isCoded.findLast((line) => line.town !== null) ?? isCoded.at(-1))?.postcode ?? null;
  return town === null || postcode === town || postcode === "islands"
    ? postcode
    : postcode === null
      ? town
      : null;
}

function readLine(line: string): Readonly<Record<"town" | "postcode", FreightZone | null>> {
  const [, words = line, code] = /^(.*?\p{L}.*?)\s+(\d{4})(?:\s+\d+)*$/u.exec(line) ?? [];
  const isPostcode = code !== undefined && !otherNumber.test(words);
  const coded = isPostcode ? zoneOfPostcode(code) : null;
  return { town: south?.test(words) ? "south" : north?.test(words) ? "north" : null, postcode: coded };
}

/** 7000 to 9999 are in the South Island. */
function zoneOfPostcode(code: string): FreightZone {
  if (offshorePostcodes.has(code)) return "islands";
  return Number(code) >= 7000 ? "south" : "north";
}
