import { contactMessage } from "#domain/forms/contact-message.ts";
import type { RequestSource } from "#domain/new-request-wire.ts";
import type { Outcome } from "#domain/outcome.ts";
import { hasSteps } from "#domain/submission.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { changeRecordIn } from "#server/features/records/change-record.ts";
import { appendEvents, type EventOf, lockHistory } from "#server/features/records/record-events.ts";
import { forEveryForm, type FoundRecord, recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { announceReload } from "#server/services/events/events.ts";

/** A request that is being entered. */
export interface Entering {
  readonly services: DealContext;
  readonly tx: Query;
  readonly reference: string;
  readonly userId: string;
  readonly at: Date;
}

/** What a request is made of, taken: nobody else makes another of it. */
export interface TakenSource {
  /** The record that the request follows. */
  readonly follows: string | null;
  /** Notes in both histories what became of it, once the request is stored. */
  readonly settle: (of: EventOf) => Promise<void>;
}

type Taking = Promise<Outcome<TakenSource, Refusal>>;

const noMail: Refusal = { status: 404, message: "There is no such mail" };
const noRecord: Refusal = { status: 404, message: "There is no such record" };
const used = (reference: string): Refusal => ({
  status: 409,
  message: `Somebody was quicker: it is with ${reference} already. Nothing was stored`,
});

export async function takeSource(entering: Entering, source: RequestSource | null): Taking {
  if (source === null) return { ok: { follows: null, settle: () => Promise.resolve() } };
  if ("mail" in source) return takeMail(entering, source.mail);
  const reference = "copy" in source ? source.copy : source.contact;
  const found = await recordByReference(entering.tx, reference);
  const isRight = found !== null && ("copy" in source ? hasSteps : isContact)(found.submission);
  return isRight ? takeRecord(entering, found) : { refusal: noRecord };
}

const isContact = ({ name }: FoundRecord["submission"]) => name === contactMessage.name;

/** The request is the answer to it: it is filed as its first message, and no question is open. */
async function takeMail({ services, tx, reference, userId, at }: Entering, id: string): Taking {
  const mails = tx.selectFrom("inbound_mails").select("ref_number").where("id", "=", id);
  const filed = { state: "filed", ref_number: reference, kind: "reply", is_settled: true } as const;
  const taken = await tx
    .updateTable("inbound_mails")
    .set({ ...filed, is_from_other: false })
    .where("id", "=", id)
    .where("ref_number", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (taken === undefined) {
    const mail = await mails.executeTakeFirst();
    return { refusal: mail === undefined ? noMail : used(mail.ref_number ?? "") };
  }
  await announceReload(services.database, tx);
  const by = { at: at.toISOString(), user_id: userId };
  const settle = async (of: EventOf) => {
    await appendEvents(tx, [{ ...of, ...by, type: "mail_in", becomes: id }]);
  };
  return { ok: { follows: null, settle } };
}

async function takeRecord({ services, tx, reference, userId, at }: Entering, found: FoundRecord): Taking {
  const of = await lockHistory(tx, services, found);
  const { submission, record } = found;
  const rows = forEveryForm(tx).selectFrom(submission.table).select("followed_by");
  const { followed_by: usedBy } = await rows.where("id", "=", record.id).executeTakeFirstOrThrow();
  if (isContact(submission) && usedBy !== null) return { refusal: used(usedBy) };
  const by = { at: at.toISOString(), user_id: userId };
  const settle = async () => {
    await appendEvents(tx, [{ ...of, ...by, type: "followed", becomes: reference }]);
    if (isContact(submission)) await complete({ services, tx, userId, at, found });
    const own = forEveryForm(tx).updateTable(submission.table).where("id", "=", record.id);
    await own.set({ followed_by: reference }).execute();
  };
  return { ok: { follows: record.ref_number, settle } };
}

type Completing = Omit<Entering, "reference"> & { readonly found: FoundRecord };

async function complete({ services, tx, userId, at, found }: Completing): Promise<void> {
  const { submission, record } = found;
  const change = { status: "completed" } as const;
  await changeRecordIn(services, tx, { submission, id: record.id, change, version: null, userId, at });
}
