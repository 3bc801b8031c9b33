import { setImmediate as nextTurn } from "node:timers/promises";

import type { AuditEvent } from "#domain/audit.ts";
import { isRecordStatus } from "#domain/record-status.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { announceEvents, type EventsContext } from "#server/services/events/events.ts";

import { type ChangeContext, type ChangeOutcome, changeRecord, type ChangeRequest } from "./change-record.ts";

/** Changes a record and writes the change to the audit list in the same transaction. */
export async function changeRecordAudited(
  context: AuditContext & ChangeContext & EventsContext,
  request: ChangeRequest,
): Promise<ChangeOutcome> {
  const [outcome = { kind: "missing" }] = await changeRecordsAudited(context, [request]);
  return outcome;
}

/** Keeps the order of the requests. Yields between records: SQLite queries block the event loop. */
export function changeRecordsAudited(
  context: AuditContext & ChangeContext & EventsContext,
  requests: readonly ChangeRequest[],
): Promise<ChangeOutcome[]> {
  const { database } = context;
  return database.write(async (tx) => {
    await announceEvents(database, tx);
    // Lock all records first, in one order: locking them one by one between events could deadlock.
    for (const id of requests.map((request) => request.id).toSorted())
      await database.lock(tx, `record ${id}`);
    const outcomes: ChangeOutcome[] = [];
    for (const request of requests) {
      outcomes.push(await changeRecord(context, tx, request));
      await nextTurn();
    }
    for (const outcome of outcomes) {
      await noteInAudit(tx, context, outcome);
      await nextTurn();
    }
    return outcomes;
  });
}

async function noteInAudit(tx: Query, context: AuditContext, outcome: ChangeOutcome): Promise<void> {
  if (outcome.kind !== "changed") return;
  const reference = outcome.record.ref_number;
  for (const row of outcome.events) {
    const event = auditEventOf(row, { actor: String(row.user_id), reference });
    if (event !== null) await recordAudit(tx, context, event);
  }
}

interface About {
  readonly actor: string;
  readonly reference: string;
}

function auditEventOf({ type, field, was, becomes }: RecordEventRow, about: About): AuditEvent | null {
  switch (type) {
    case "status":
      if (!isRecordStatus(was) || !isRecordStatus(becomes)) return null;
      return { event: "status-changed", ...about, from: was, to: becomes };
    case "owner":
      if (becomes === null) return { event: "owner-removed", ...about };
      return { event: "owner-changed", ...about, subject: becomes };
    case "snooze":
      return { event: becomes === null ? "record-woken" : "record-snoozed", ...about };
    case "order":
      return { event: becomes === "yes" ? "order-noted" : "order-withdrawn", ...about };
    case "corrected":
      return field === null ? null : { event: "record-corrected", ...about, field };
    default:
      return null;
  }
}
