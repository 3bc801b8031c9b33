import type { AnsweredBy } from "#domain/answer.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { MailWatcher } from "#server/services/mail/outbox.ts";
import type { Services } from "#server/services/services.ts";

import { answeredAt } from "./derived-columns.ts";
import { type FoundRecord, recordByReference } from "./record-by-reference.ts";
import { appendEvents, lockHistory, RecordGone } from "./record-events.ts";
import { forEveryForm } from "./record-table.ts";

type NoteContext = Pick<Services, "database" | "calendar">;

/** Notes in the history what became of a mail about a record. If `answers` is given, an accepted one answers it. */
export function mailWatcher(context: NoteContext, answers: AnsweredBy | null): MailWatcher {
  return async (tx, mail, { state, at }) => {
    const found = await recordByReference(tx, mail.ref_number);
    if (found === null || state === "queued") return;
    const of = await lockHistory(tx, context, found).catch(nullIfGone);
    if (of === null) return;
    await appendEvents(tx, [{ ...of, type: "mail", at: at.toISOString(), was: mail.key, becomes: state }]);
    if (state === "sent" && answers !== null) await noteAnswer(tx, context, found, { by: answers, at });
  };
}

function nullIfGone(error: unknown): null {
  if (error instanceof RecordGone) return null;
  throw error;
}

/** Call it with the record locked. */
export async function noteAnswer(
  tx: Query,
  { calendar }: Pick<NoteContext, "calendar">,
  { submission, record: { id } }: FoundRecord,
  answer: { readonly by: AnsweredBy; readonly at: Date },
): Promise<void> {
  const record = await forEveryForm(tx)
    .selectFrom(submission.table)
    .select(["created_at", "answered_at", "answered_by"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const cells = answeredAt(calendar, record, answer);
  if (Object.keys(cells).length === 0) return;
  await forEveryForm(tx).updateTable(submission.table).set(cells).where("id", "=", id).execute();
}
