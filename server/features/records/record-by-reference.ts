import { submissions } from "#domain/forms/submissions.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { recordFromRow, selectRecords } from "./record-table.ts";

export interface FoundRecord {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
}

export async function recordByReference(db: Query, reference: string): Promise<FoundRecord | null> {
  for (const submission of submissions) {
    const row = await selectRecords(db, submission).where("ref_number", "=", reference).executeTakeFirst();
    const [record] = row === undefined ? [] : recordListParser(submission)([recordFromRow(row)]);
    if (record !== undefined) return { submission, record };
  }
  return null;
}
