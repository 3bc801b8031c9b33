import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { SaleForDesk } from "#domain/deals/sale-wire.ts";
import type { Photos } from "#domain/deals/sale.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import type { RecordMail, RelatedRecord, ShownRecord } from "#domain/desk.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import type { InboundMail } from "#domain/inbox-wire.ts";
import { messages as texts } from "#domain/messages.ts";
import type { RecordEvent } from "#domain/record-event.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { CallProblem, deskCall } from "./desk-call.ts";

/** A record with all that is known about it. */
export interface OpenRecord {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  /** Oldest first. */
  readonly events: readonly RecordEvent[];
  readonly related: readonly RelatedRecord[];
  /** Mails to the visitor, oldest first. */
  readonly mails: readonly RecordMail[];
  /** Mails from the customer, oldest first. */
  readonly messages: readonly InboundMail[];
  /** What followed a quote request; null for other forms, and until it is loaded. */
  readonly deal: DealForDesk | null;
  /** What followed a vehicle; null for other forms, and until it is loaded. */
  readonly sale: SaleForDesk | null;
  /** Of a quote request. */
  readonly photos: Photos;
}

/** What followed a record, with its types. */
interface FollowedRecord extends Omit<ShownRecord, "table" | "record" | "messages"> {
  readonly deal?: DealForDesk | null;
  readonly sale?: SaleForDesk | null;
  readonly photos?: Photos;
}

const noPhotos: Photos = { list: [], wanted: null };

export async function openRecord(reference: string): Promise<OpenRecord> {
  return readOpened(await deskCall(deskCalls.record, { reference }, { asksToSignIn: false }));
}

/** Reads a record as `desk-record` shows it. Throws if it has another shape. */
export function readOpened({ table, record, messages, ...shown }: ShownRecord): OpenRecord {
  const { deal = null, sale = null, photos = noPhotos, ...known } = shown as FollowedRecord;
  const submission = submissionBy("table", table);
  if (submission === undefined) throw new CallProblem(texts.loadFailed);
  const [parsed] = recordListParser(submission)([record]);
  if (parsed === undefined) throw new CallProblem(texts.loadFailed);
  return {
    ...known,
    submission,
    record: parsed,
    messages: [...messages, ...(deal?.messages ?? []).flatMap(asMail)],
    deal,
    sale,
    photos,
  };
}

/** Returns null for a record of another form. */
export function recordOf<Form extends Submission>(
  form: Form,
  { submission, record }: OpenRecord,
): SubmissionRecord<Form> | null {
  return submission.table === form.table ? (recordListParser(form)([record])[0] ?? null) : null;
}

/** A message of a deal that came by mail. */
function asMail({ kind, words, ...message }: DealForDesk["messages"][number]): InboundMail[] {
  const isMail = kind === "reply" && message.full !== undefined;
  return isMail ? [{ ...message, words: words ?? "" } as InboundMail] : [];
}
