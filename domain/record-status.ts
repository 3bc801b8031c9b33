/**
 * Every status, in the order the desk offers them (specification section 4). The table `record_statuses` has the same rows:
 * a new status is a line here and a row there.
 */
const statuses = [
  { status: "new", label: "New", isOpen: true },
  { status: "in_progress", label: "In progress", isOpen: true },
  { status: "completed", label: "Completed", isOpen: false },
  { status: "cancelled", label: "Cancelled", isOpen: false },
] as const;

export type RecordStatus = (typeof statuses)[number]["status"];

export const recordStatuses: readonly RecordStatus[] = statuses.map(({ status }) => status);

export const initialStatus: RecordStatus = "new";

export const openStatuses: readonly RecordStatus[] = statuses
  .filter(({ isOpen }) => isOpen)
  .map(({ status }) => status);

export function isOpenStatus(value: unknown): boolean {
  return openStatuses.some((status) => status === value);
}

export const statusLabels = Object.fromEntries(
  statuses.map(({ status, label }) => [status, label]),
) as Readonly<Record<RecordStatus, string>>; // Each status has its entry.

export function isRecordStatus(value: unknown): value is RecordStatus {
  return recordStatuses.some((status) => status === value);
}

/** Each of these stops the clock of a promise. */
export const answers = ["reply", "quote", "offer", "call", "closed"] as const;
export type AnsweredBy = (typeof answers)[number];

interface Answerable {
  readonly status: string;
  readonly answered_at: string | null;
  readonly answered_by: string | null;
}

/** Returns true while the visitor waits for the promised reply, also before a change of status has its response. */
function isUnanswered({ status, answered_at: at, answered_by: by }: Answerable): boolean {
  return isOpenStatus(status) && (at === null || endsAnswer(status, by));
}

/** Returns whether the visitor waits for our first reply or, whatever the status, for an answer that was promised later. */
export function isToAnswer(record: Answerable & { readonly due_at?: string | null }): boolean {
  return isUnanswered(record) || (record.answered_at !== null && (record.due_at ?? null) !== null);
}

/** Returns whether a record that gets this status waits again: it was answered by closing it. */
export function endsAnswer(status: string, answeredBy: string | null): boolean {
  return isOpenStatus(status) && answeredBy === "closed";
}
