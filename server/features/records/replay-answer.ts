import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { isRecordStatus } from "#domain/record-status.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";

import { type Answer, answerColumns, answeredAt, unanswered } from "./derived-columns.ts";

type PastEvent = Pick<RecordEventRow, "type" | "at" | "was" | "becomes" | "key">;

/** The key of the event that takes a call back. */
export function undoneKey(callKey: string | null): string {
  return `${callKey} undone`;
}

/** Returns how a record is answered by its history, oldest first, less the calls that were taken back. */
export function replayAnswer(
  calendar: BusinessCalendar,
  createdAt: string,
  events: readonly PastEvent[],
): Answer {
  const keys = new Set(events.map(({ key }) => key));
  let answer = unanswered;
  for (const event of events) {
    if (event.type === "call" && keys.has(undoneKey(event.key))) continue;
    answer = { ...answer, ...changeBy(event, calendar, { created_at: createdAt, ...answer }) };
  }
  return answer;
}

function changeBy(
  { type, at: instant, was, becomes }: PastEvent,
  calendar: BusinessCalendar,
  record: Answer & { readonly created_at: string },
): Partial<Answer> {
  const at = new Date(instant);
  if (type === "status") {
    return isRecordStatus(becomes) ? answerColumns(calendar, record, becomes, at) : {};
  }
  if (type === "call") return answeredAt(calendar, record, { by: "call", at });
  const [kind] = was?.split("/") ?? [];
  const isAnswer = type === "mail" && becomes === "sent" && (kind === "reply" || kind === "quote");
  return isAnswer ? answeredAt(calendar, record, { by: kind, at }) : {};
}
