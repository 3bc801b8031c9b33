import { type RawBuilder, sql } from "kysely";

const countWhere = (condition: RawBuilder<unknown>) => sql`sum(case when ${condition} then 1 else 0 end)`;

/** How many of a group were answered by the moment that was promised. */
export const answeredInTime = countWhere(sql`answered_at <= due_at`);

/** How many were answered later, or are overdue. */
export const answeredLate = (now: Date) =>
  countWhere(sql`coalesce(answered_at, ${now.toISOString()}) > due_at`);
