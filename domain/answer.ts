import { isOpenStatus } from "./record-status.ts";

/** What stopped the clock of a promise. */
export const answers = ["reply", "quote", "call", "closed"] as const;
export type AnsweredBy = (typeof answers)[number];

interface Answerable {
  readonly status: string;
  readonly answered_at: string | null;
  readonly answered_by: string | null;
}

/** Whether the visitor still waits for the reply that we promised, also while a change of status has no response yet. */
export function isUnanswered({ answered_at: answeredAt, ...record }: Answerable): boolean {
  return isOpenStatus(record.status) && (answeredAt === null || endsAnswer(record));
}

/** Whether a record that gets this status waits again: it was answered by closing it. */
export function endsAnswer({ status, answered_by: by }: Omit<Answerable, "answered_at">): boolean {
  return isOpenStatus(status) && by === "closed";
}
