import { sql } from "kysely";

import { submissions } from "#domain/forms/submissions.ts";
import type { Notice } from "#domain/notice.ts";
import type { Services } from "#server/services/services.ts";

/** How many customers may not have got a mail, counted by their records. */
export async function failedMailsNotice({ database }: Pick<Services, "database">): Promise<Notice | null> {
  const tables = submissions.map(
    ({ table }) => sql`select count(*) as failed from ${sql.table(table)} where mail_problem is not null`,
  );
  const all = sql<{ failed: number }>`${sql.join(tables, sql` union all `)}`;
  const { rows } = await all.execute(database.reader);
  const count = rows.reduce((sum, { failed }) => sum + failed, 0);
  if (count === 0) return null;
  return {
    id: "failed-mails",
    severity: "danger",
    title:
      count === 1
        ? "A mail to a customer was not delivered."
        : `Mails to ${count} customers were not delivered.`,
    words:
      "Choose “Mail not delivered” as the next step above the list. Send them again, or ring and log the call.",
  };
}
