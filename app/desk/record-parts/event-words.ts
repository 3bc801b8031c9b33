import type { DeskPerson } from "#domain/desk.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";
import type { RecordEvent } from "#domain/record-event.ts";
import { isRecordStatus, statusLabels } from "#domain/record-status.ts";

/** What happened, as the history tells it. A note is told by its own text. */
export function eventWords(event: RecordEvent, people: readonly DeskPerson[]): string {
  const { type, was, becomes, user_id: userId } = event;
  switch (type) {
    case "mailed":
      return "Mailed to staff";
    case "created":
      return "Stored";
    case "adopted":
      return "Stored by the server: the visitor's page never came back";
    case "status":
      return `${statusLabel(was)} → ${statusLabel(becomes)}`;
    case "owner":
      if (becomes === null) return "Nobody looks after it now";
      return becomes === userId ? "Took it" : `Gave it to ${personName(becomes, people)}`;
    case "snooze":
      return becomes === null ? "Woke it up" : `Snoozed until ${formatNzDateTime(new Date(becomes))}`;
    case "order":
      return becomes === "yes" ? "An order was placed" : "No order after all";
    case "note":
      return "Note";
    default:
      return type;
  }
}

function statusLabel(status: string | null): string {
  return isRecordStatus(status) ? statusLabels[status] : (status ?? "");
}

/** Somebody's name; the e-mail address where there is none. */
export function personName(id: string | null, people: readonly DeskPerson[]): string {
  const person = people.find((one) => one.id === id);
  return person === undefined ? "somebody" : person.full_name || person.email;
}
