import type { AuditEvent } from "#domain/audit.ts";
import { isRecordStatus } from "#domain/record-status.ts";

import { type AuditContext, recordEvent } from "../audit/audit-log.ts";
import type { RecordEventRow } from "../database/tables.ts";
import { type ChangeOutcome, changeRecord, type ChangeRequest } from "./change-record.ts";

/** Changes a record for the user who asks, and writes it into the audit list in the same transaction. */
export function changeRecordAudited(context: AuditContext, request: ChangeRequest): Promise<ChangeOutcome> {
  return context.database.write(async (tx) => {
    const outcome = await changeRecord(context.database, tx, request);
    if (outcome.kind !== "changed") return outcome;
    const reference = String(outcome.record["ref_number"]);
    for (const row of outcome.events) {
      const event = auditEventOf(row, { actor: request.userId, reference });
      if (event !== null) await recordEvent(tx, context, event);
    }
    return outcome;
  });
}

interface About {
  readonly actor: string;
  readonly reference: string;
}

function auditEventOf({ type, was, becomes }: RecordEventRow, about: About): AuditEvent | null {
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
    default:
      return null;
  }
}
