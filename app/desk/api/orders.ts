import { changedSchema } from "#domain/desk.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";

import { panelCall } from "./panel-call.ts";

/** Notes whether a record led to an order, and so is kept longer, unless somebody has changed it since; answers its new version. */
export async function setOrderPlaced(
  submission: Submission,
  { id, version }: SubmissionRecord,
  placed: boolean,
): Promise<number> {
  const body = { table: submission.table, id, order_placed: placed };
  const call = { method: "POST", body, version, asksToSignIn: false } as const;
  return (await panelCall(changedSchema, endpoints.orderPlaced, call)).version;
}
