import type { Proof } from "#domain/accounts.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";

import { deskSend } from "./desk-call.ts";

/** Ends the trial: the database is the shop where it is. */
export function sayThisIsTheShop(proof: Proof): Promise<void> {
  return deskSend(deskEndpoints.thisIsTheShop, { method: "POST", body: proof });
}
