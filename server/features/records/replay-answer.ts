import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { isRecordStatus } from "#domain/record-status.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";

import { type Answer, answerColumns, answeredAt, unanswered } from "./derived-columns.ts";

type PastEvent = Pick<RecordEventRow, "id" | "type" | "at" | "was" | "becomes" | "key">;

/** The key of the event that takes back a call, by its key, or a change of status, by the id of its event. */
function undoneKey(of: string | number | null): string {
  return `${of} undone`;
}

/** Returns how a record is answered by its history, oldest first, less what was taken back. */
export function replayAnswer(
  calendar: BusinessCalendar,
  createdAt: string,
  events: readonly PastEvent[],
): Answer {
  const keys = new Set(events.map(({ key }) => key));
  const undone = undoneQuotes(events);
  let answer = unanswered;
  for (const event of events) {
    if (undone.has(event) || (event.type === "call" && keys.has(undoneKey(event.key)))) continue;
    if (event.type === "status" && (isUndo(event) || keys.has(undoneKey(event.id)))) continue;
    answer = { ...answer, ...changeBy(event, calendar, { created_at: createdAt, ...answer }) };
  }
  return answer;
}

/** Whether a change of status takes another one back. */
function isUndo({ key }: Pick<PastEvent, "key">): boolean {
  return key?.endsWith(undoneKey("")) ?? false;
}

/** What sending and taking back the quotes that were taken back did to the status. */
function undoneQuotes(events: readonly PastEvent[]): Set<PastEvent | undefined> {
  const sent = new Map<string | null, PastEvent | undefined>(); // By number, which is free again after an undo.
  const undone = new Set<PastEvent | undefined>();
  for (const event of events) {
    if (event.type === "quote") sent.set(event.becomes, statusChangeWith(event, events));
    if (event.type !== "quote_undone") continue;
    undone.add(sent.get(event.was)).add(statusChangeWith(event, events));
  }
  return undone;
}

/** How sending a quote, or taking it back, changed the status: the event after its own. */
export function statusChangeWith<Event extends PastEvent>(
  quote: Event,
  events: readonly Event[],
): Event | undefined {
  const next = events[events.indexOf(quote) + 1];
  return next?.type === "status" && next.at === quote.at ? next : undefined;
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
  if (type === "approved") return answeredAt(calendar, record, { by: "quote", at });
  const [kind] = was?.split("/") ?? [];
  const isAnswer = type === "mail" && becomes === "sent" && (kind === "reply" || kind === "quote");
  return isAnswer ? answeredAt(calendar, record, { by: kind, at }) : {};
}
