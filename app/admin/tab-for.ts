import type { Submission } from "#domain/submission.ts";
import { submissions } from "#domain/submissions.ts";

/** The kind of submission whose tab is asked for by the name of its table, else the first. */
export function tabFor(table: string | undefined): Submission {
  const asked = submissions.find((submission) => submission.table === table) ?? submissions[0];
  if (asked === undefined) throw new Error("The panel has no tabs");
  return asked;
}
