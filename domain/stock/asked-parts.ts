import { modelKey } from "#domain/catalogue/model-keys.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { requestedParts } from "#domain/deals/requested.ts";

import { partNumber } from "./part.ts";

/** What a quote request asks for, in the spelling in which parts are found. */
export interface AskedPart {
  readonly make: string;
  readonly model: string;
  readonly part_key: string;
  readonly part_number: number | null; // Asked for by its number.
}

type AskingRequest = Parameters<typeof requestedParts>[0] & Parameters<typeof modelKey>[0];

/** One for each box of the form that was filled in. */
export function askedParts(request: AskingRequest): AskedPart[] {
  return requestedParts(request).map((text) => ({
    ...modelKey(request),
    part_key: partKey(text),
    part_number: numberIn(text),
  }));
}

/** "Rear diff (P1042)" names part 1042. */
function numberIn(text: string): number | null {
  return partNumber(/\((P\d{1,9})\)\s*$/.exec(text)?.[1] ?? "");
}
