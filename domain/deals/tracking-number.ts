import { oneLine } from "#domain/unseen-characters.ts";

const label = /^.*\b(?:tracking|trace|consignment|ticket)\b(?: (?:number|no|id|code)\b)?(?: is\b)?[ .:#]+/i;
const inLink = /https?:\S*?[=/]((?=[\w-]*\d{3})[\w-]+)/i;

/** The number in what was pasted: without a label, or out of the carrier's link. Other text ("by hand") stays. */
export function trackingNumber(pasted: string): string {
  const text = oneLine(pasted);
  const found = inLink.exec(text)?.[1] ?? text.replace(label, "").replace(/[.,;]$/, "");
  const isNumber =
    /^[\w -]*\d[\w -]*$/.test(found) &&
    found.split(" ").every((piece) => piece.length <= 4 || /\d/.test(piece));
  return isNumber ? found.replaceAll(" ", "").toUpperCase() : text;
}
