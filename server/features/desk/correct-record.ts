import { emailOf } from "#domain/submission-values.ts";
import { raiseGeneration } from "#server/features/deals/deal/deal-link.ts";
import {
  changeRecordIn,
  type ChangeOutcome,
  type ChangeRequest,
  type Corrections,
} from "#server/features/records/change-record.ts";
import type { FoundRecord } from "#server/features/records/record-by-reference.ts";
import {
  appendEvents,
  type EventOf,
  lockHistory,
  type NewRecordEvent,
} from "#server/features/records/record-events.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";
import { stopMailsToOthers } from "#server/services/mail/outbox-table.ts";
import type { Services } from "#server/services/services.ts";

type CorrectionContext = Pick<Services, "database" | "calendar" | "noteStep">;

interface Correction extends Pick<ChangeRequest, "version" | "userId" | "at"> {
  readonly corrections: Corrections;
}

/** Ends the transaction without a change. */
class NotCorrected extends Error {
  override readonly name = "NotCorrected";
  readonly outcome: ChangeOutcome;

  constructor(outcome: ChangeOutcome) {
    super("The record was not corrected");
    this.outcome = outcome;
  }
}

/**
 * Corrects fields of a record. With another e-mail address, mails that wait for the former one stop and the link that it
 * was sent ends, because somebody else may read that mailbox.
 */
export async function correctRecord(
  context: CorrectionContext,
  found: FoundRecord,
  correction: Correction,
): Promise<ChangeOutcome> {
  try {
    return await context.database.write((tx) => correctIn(tx, context, found, correction));
  } catch (error) {
    if (error instanceof NotCorrected) return error.outcome;
    throw error;
  }
}

/** Locks in the order of all others: deal, mails, record, events. */
async function correctIn(
  tx: Query,
  context: CorrectionContext,
  found: FoundRecord,
  { corrections, ...by }: Correction,
): Promise<ChangeOutcome> {
  const { submission, record } = found;
  const email = emailOf(submission, corrections);
  await context.database.lock(tx, `deal ${record.ref_number}`); // Replies and quotes take it, too.
  const stopped = email === undefined ? [] : await stopMailsToOthers(tx, record.ref_number, email, by.at);
  const of = await lockHistory(tx, context, found);
  const change = { corrections };
  const outcome = await changeRecordIn(context, tx, { submission, id: record.id, change, ...by });
  if (outcome.kind !== "changed") throw new NotCorrected(outcome);
  const at = by.at.toISOString();
  await appendEvents(
    tx,
    stopped.map(({ key, state }) => ({ ...of, type: "mail", at, was: key, becomes: state })),
  );
  const isNew = outcome.events.some((event) => event.becomes === email && isOtherMailbox(event));
  if (isNew && (await hasQuote(tx, record.ref_number))) await endLink(tx, of, { at, user_id: by.userId });
  return outcome;
}

function isOtherMailbox({ was, becomes }: Pick<RecordEventRow, "was" | "becomes">): boolean {
  return becomes !== null && !isSameMailbox(was ?? "", becomes);
}

async function endLink(tx: Query, of: EventOf, by: Pick<NewRecordEvent, "at" | "user_id">): Promise<void> {
  const generation = await raiseGeneration(tx, of.reference);
  await appendEvents(tx, [{ ...of, ...by, type: "link_renewed", becomes: String(generation) }]);
}

async function hasQuote(tx: Query, reference: string): Promise<boolean> {
  const versions = tx.selectFrom("quote_versions").select("number").where("ref_number", "=", reference);
  return (await versions.limit(1).executeTakeFirst()) !== undefined;
}
