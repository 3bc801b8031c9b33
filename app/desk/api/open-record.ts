import * as v from "valibot";

import { type DealForDesk, dealSchema } from "#domain/deals/deal-wire.ts";
import { type Photos, photosSchema, type Sale, saleSchema } from "#domain/deals/sale-wire.ts";
import { openRecordSchema, type RecordMail, type RelatedRecord } from "#domain/desk.ts";
import { endpoints } from "#domain/endpoints.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { type InboundMail, inboundMailSchema } from "#domain/inbox-wire.ts";
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
  readonly sale: Sale | null;
  /** Of a quote request. */
  readonly photos: Photos;
}

const noPhotos: Photos = { list: [], wanted: null };

export async function openRecord(reference: string): Promise<OpenRecord> {
  const path = `${endpoints.deskRecord}?reference=${reference}`;
  return readOpened(await deskCall(v.unknown(), path, { asksToSignIn: false }));
}

/** Reads a record as `desk-record` shows it. Throws if it has another shape. */
export function readOpened(shown: unknown): OpenRecord {
  const { table, record, messages, deal, sale, photos, ...known } = v.parse(openRecordSchema, shown);
  const submission = submissionBy("table", table);
  if (submission === undefined) throw new CallProblem(texts.loadFailed);
  const [parsed] = recordListParser(submission)([record]);
  if (parsed === undefined) throw new CallProblem(texts.loadFailed);
  const parsedDeal = v.parse(v.nullable(dealSchema), deal);
  return {
    ...known,
    submission,
    record: parsed,
    messages: [...messages, ...(parsedDeal?.messages ?? []).flatMap(asMail)],
    deal: parsedDeal,
    sale: v.parse(v.nullable(saleSchema), sale),
    photos: v.parse(v.nullable(photosSchema), photos) ?? noPhotos,
  };
}

/** A message of a deal that came by mail. */
function asMail(message: DealForDesk["messages"][number]): InboundMail[] {
  const mail = v.safeParse(inboundMailSchema, { ...message, words: message.words ?? "" });
  return message.kind === "reply" && mail.success ? [mail.output] : [];
}
