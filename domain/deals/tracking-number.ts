import { oneLine } from "#domain/unseen-characters.ts";

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
