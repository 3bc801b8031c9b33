import { messages } from "#domain/messages.ts";
import type { Submission } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";

import { RecordsProblem, SignedOut } from "./records.ts";
import { fetchWithSession } from "./session.ts";

/** Notes whether a record led to an order, and so is kept beyond the time of an enquiry. */
export async function setOrderPlaced(submission: Submission, id: string, placed: boolean): Promise<void> {
  const answer = await fetchWithSession(endpoints.orderPlaced, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ table: submission.table, id, order_placed: placed }),
  });
  if (answer.status === 401) throw new SignedOut();
  if (!answer.ok) throw new RecordsProblem(messages.orderUpdateFailed);
}
