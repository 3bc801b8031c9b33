import { changedSchema } from "#domain/desk.ts";
import type { Submission } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";

import { panelCall } from "./panel-call.ts";

/** Notes whether a record led to an order, and so is kept beyond the time of an enquiry; answers its new version. */
export async function setOrderPlaced(submission: Submission, id: string, placed: boolean): Promise<number> {
  const body = { table: submission.table, id, order_placed: placed };
  const call = { method: "POST", body, asksToSignIn: false } as const;
  return (await panelCall(changedSchema, endpoints.orderPlaced, call)).version;
}
