import { oneLine } from "#domain/plain-text.ts";

export interface Carrier {
  readonly name: string;
  /** `{n}` stands for the tracking number; null if the carrier has no such page. */
  readonly link: string | null;
}

/** Initial values: staff change them in Settings. */
export const carriers: readonly Carrier[] = [
  { name: "NZ Post", link: "https://www.nzpost.co.nz/tools/tracking?trackid={n}" },
  { name: "CourierPost", link: "https://www.nzpost.co.nz/tools/tracking?trackid={n}" },
  { name: "Aramex", link: "https://www.aramex.co.nz/tools/track?l={n}" },
  { name: "Mainfreight", link: "https://www.mainfreight.com/track/MSNZS/{n}" },
  { name: "NZ Couriers", link: null },
  { name: "Post Haste", link: null },
  { name: "PBT", link: null },
];

/** "NZPost" and "nz post" are NZ Post. */
function findCarrier(known: readonly Carrier[], typed: string): Carrier | undefined {
  const spelling = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gv, "").toUpperCase();
  return known.find(({ name }) => spelling(name) === spelling(typed));
}

/** Returns the name as in Settings, if it is there, or else as typed. */
export function carrierName(known: readonly Carrier[], typed: string): string {
  return findCarrier(known, typed)?.name ?? typed;
}

/** Returns the page where the customer follows a parcel; null if we know none of this carrier. */
export function trackingLink(known: readonly Carrier[], carrier: string, tracking: string): string | null {
  return findCarrier(known, carrier)?.link?.replaceAll("{n}", () => encodeURIComponent(tracking)) ?? null;
}

const label =
  /^.*\b(?:track(?:ing)?|trace|consignment|ticket)\b(?: (?:number|no|id|code)\b)?(?: is\b)?[ .:#]+/i;
const inLink = /(?:https?:|\bwww\.)\S*?[=/]((?=[\w-]*\d{3})[\w-]+)/i;

/** Universal Postal Union, standard S10. */
const postal = /\b[A-Z]{2} ?\d{3} ?\d{3} ?\d{3} ?[A-Z]{2}\b/gi;

/** The number in what was pasted: without a label, or out of the carrier's link. Other text ("by hand") stays. */
export function trackingNumber(pasted: string): string {
  const text = oneLine(pasted);
  const [posted, another] = text.match(postal) ?? [];
  if (another !== undefined) return text;
  const found = posted ?? inLink.exec(text)?.[1] ?? text.replace(label, "").replace(/[.,;]$/, "");
  const pieces = found.split(" ");
  const isCode = (piece: string, at: number) =>
    /^\p{L}{2}$/u.test(piece) && (at === 0 || at === pieces.length - 1);
  const isNumber =
    /^[\w -]*\d[\w -]*$/.test(found) && pieces.every((piece, at) => /\d/.test(piece) || isCode(piece, at));
  return isNumber ? found.replaceAll(" ", "").toUpperCase() : text;
}
