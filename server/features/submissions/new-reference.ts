import { randomInt } from "node:crypto";

import { makeReferenceNumber } from "#domain/reference-number.ts";

/** About 49 random bits: an identifier, not a secret. The database keeps it unique. */
export function newReference(): string {
  return makeReferenceNumber((below) => randomInt(below));
}
