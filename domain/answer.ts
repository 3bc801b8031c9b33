import { isOpenStatus } from "./record-status.ts";

/** What stopped the clock of a promise. `former`: whatever took the record out of New, before version 024. */
export const answers = ["reply", "quote", "call", "closed", "former"] as const;
export type AnsweredBy = (typeof answers)[number];

interface Answerable {
  readonly status: string;
  readonly answered_at: string | null;
}

/** Whether the visitor still waits for the reply that we promised. */
export function isUnanswered({ status, answered_at: answeredAt }: Answerable): boolean {
  return answeredAt === null && isOpenStatus(status);
}
