import { type RawBuilder, sql } from "kysely";

export const countWhere = (condition: RawBuilder<unknown>) =>
  sql`sum(case when ${condition} then 1 else 0 end)`;

/** Answered by the moment that was promised. */
const inTime = sql`answered_at <= due_at`;

/** Answered later, or overdue. */
const late = (now: Date) => sql`coalesce(answered_at, ${now.toISOString()}) > due_at`;

/** How many of a group were answered by the moment that was promised. */
export const answeredInTime = countWhere(inTime);

/** How many were answered later, or are overdue. */
export const answeredLate = (now: Date) => countWhere(late(now));
