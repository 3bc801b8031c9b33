import { formatNzDateTime } from "#domain/nz-time.ts";
import type { RecordEvent } from "#domain/record-event.ts";
import { isRecordStatus, statusLabels } from "#domain/record-status.ts";

import { dealEventWords } from "./event-words.ts";

/** What happened to a record, as its history and the audit list show it: without what anybody wrote. */
export function historyWords(
  event: Pick<RecordEvent, "type" | "field" | "was" | "becomes" | "user_id">,
  nameOf: (userId: string) => string,
): string {
  const { type, field, was, becomes, user_id: userId } = event;
  switch (type) {
    case "mailed":
      return "Mailed to staff";
    case "created":
      return "Stored";
    case "adopted":
      return "Saved by the server after the visitor lost connection";
    case "status":
      return `${statusLabel(was)} → ${statusLabel(becomes)}`;
    case "owner":
      if (becomes === null) return "Unassigned it";
      return becomes === userId ? "Took it" : `Assigned it to ${nameOf(becomes)}`;
    case "snooze":
      return becomes === null ? "Ended the snooze" : `Snoozed until ${formatNzDateTime(new Date(becomes))}`;
    case "order":
      return becomes === "yes" ? "Marked as ordered" : "No longer marked as ordered";
    case "duplicate":
      return becomes === null ? `Took it out of ${was} again` : `Merged it into ${becomes}`;
    case "corrected":
      return `Corrected the ${(field ?? "").replaceAll("_", " ")}`;
    case "reply":
      return "Replied by e-mail";
    case "mail":
      return was?.startsWith("quote/") === true ? "Sent the quote again" : "Sent the reply again";
    case "call":
      return "Rang the customer";
    case "call_undone":
      return "Took the logged call back";
    case "note":
      return "Note";
    default:
      return dealEventWords(type, event) ?? type;
  }
}

function statusLabel(status: string | null): string {
  return isRecordStatus(status) ? statusLabels[status] : (status ?? "");
}
