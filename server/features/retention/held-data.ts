import { quoteRequest } from "#domain/forms/quote-request.ts";
import { submissionBy, submissions } from "#domain/forms/submissions.ts";
import { valueInRole } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";
import { eventsOf } from "#server/features/records/record-events.ts";
import { recordFromRow, selectRecords, type StoredRecord } from "#server/features/records/record-table.ts";
import { openSealed } from "#server/features/submissions/store-submission.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { AttemptRow } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import { areOf, emailsOf, isOf, type Person } from "./find-person.ts";
import { type HeldDeal, heldDealOf, type LeftOrder, ordersLeftOf } from "./held-deals.ts";

type Row = Readonly<Record<string, unknown>>;

/** A mailed submission that is not yet a record. */
interface Waiting extends Row {
  readonly ref_number: string;
  readonly table: string;
}

/** A mail to the person, with what staff wrote in it. */
interface HeldMail {
  readonly key: string;
  readonly state: string;
  readonly created_at: string;
  readonly words: string | null;
}

export interface HeldData {
  readonly records: Readonly<Record<string, readonly StoredRecord[]>>;
  readonly waiting: readonly Waiting[];
  readonly outbox: readonly HeldMail[];
  readonly deals: readonly HeldDeal[];
  /** Orders that outlived their enquiry; their deals are among `deals`. */
  readonly left: readonly LeftOrder[];
  /** References of waiting submissions, of anybody, that this SESSION_SECRET does not open. */
  readonly unreadable: readonly string[];
}

/** What opens sealed data: `keys` come from SESSION_SECRET, `linkKeys` from LINK_SECRET. */
export interface PersonKeys {
  readonly keys: Keys;
  readonly linkKeys: Keys;
}

/** Returns what is held of the person, including the records with the ids `former`. */
export async function heldDataOf(
  db: Query,
  { keys, linkKeys }: PersonKeys,
  person: Person,
  former: readonly string[],
): Promise<HeldData> {
  const records: Record<string, StoredRecord[]> = {};
  for (const submission of submissions) {
    const theirs = selectRecords(db, submission).where(isOf(submission, person, former));
    const rows = await theirs.orderBy("created_at").execute();
    const found: StoredRecord[] = [];
    for (const row of rows) found.push(await withHistory(db, recordFromRow(row)));
    records[submission.table] = found;
  }
  const { opened, unreadable } = await openWaiting(db, keys);
  const theirs = opened.filter(({ submission, values }) => areOf(submission, person, values));
  const waiting = theirs.map(({ submission, reference, values }) => ({
    ref_number: reference,
    table: submission.table,
    ...values,
  }));
  const found = [...Object.values(records).flat(), ...waiting].map((row) => row.ref_number);
  const outbox = await mailsAbout(db, found);
  const left = await ordersLeftOf(db, linkKeys, (customer) => areOf(quoteRequest, person, { ...customer }));
  const deals = await dealsOf(db, linkKeys, [...found, ...left.map((order) => order.ref_number)]);
  return { records, waiting, outbox, deals, left, unreadable };
}

async function dealsOf(db: Query, linkKeys: Keys, references: readonly string[]): Promise<HeldDeal[]> {
  const deals: HeldDeal[] = [];
  for (const reference of new Set(references)) {
    const deal = await heldDealOf(db, linkKeys, reference);
    if (deal !== null) deals.push(deal);
  }
  return deals;
}

async function mailsAbout(db: Query, references: readonly string[]): Promise<HeldMail[]> {
  if (references.length === 0) return [];
  const mails = db.selectFrom("outbox").select(["key", "state", "created_at", "words"]);
  return mails.where("ref_number", "in", references).orderBy("created_at").orderBy("key").execute();
}

/** Notes of staff and former values of fields are about the person too. */
async function withHistory(db: Query, record: StoredRecord): Promise<StoredRecord> {
  const events = await eventsOf(db, record.id);
  const history = events.map(({ at, type, was, becomes, note }) => ({ at, type, was, becomes, note }));
  return { ...record, history };
}

export interface FoundPerson {
  readonly email: string;
  readonly names: readonly string[];
  readonly count: number;
}

/** Returns whose records, waiting submissions and left orders these are. */
export function peopleIn({ records, waiting, left }: HeldData): FoundPerson[] {
  return peopleOf([
    ...Object.entries(records).flatMap(([table, rows]) => rows.map((row) => ({ table, row }))),
    ...waiting.map((row) => ({ table: row.table, row })),
    ...left.map(({ customer }) => ({ table: quoteRequest.table, row: { ...customer } })),
  ]);
}

/** Returns whose the records with these ids are now. */
export async function peopleWith(db: Query, ids: readonly string[]): Promise<FoundPerson[]> {
  if (ids.length === 0) return [];
  const found: TableRow[] = [];
  for (const submission of submissions) {
    const rows = await selectRecords(db, submission).where("id", "in", ids).execute();
    found.push(...rows.map((row) => ({ table: submission.table, row })));
  }
  return peopleOf(found);
}

interface TableRow {
  readonly table: string;
  readonly row: Row;
}

function peopleOf(found: readonly TableRow[]): FoundPerson[] {
  const people = new Map<string, { names: Set<string>; count: number }>();
  for (const { table, row } of found) {
    const submission = submissionBy("table", table);
    if (submission === undefined) continue;
    for (const email of emailsOf(submission, row)) {
      const person = people.get(email) ?? { names: new Set<string>(), count: 0 };
      person.names.add(valueInRole(submission, row, "person"));
      people.set(email, { ...person, count: person.count + 1 });
    }
  }
  return [...people].map(([email, { names, count }]) => ({ email, names: [...names], count }));
}

interface OpenedAttempt {
  readonly reference: string;
  readonly createdAt: string;
  readonly submission: Submission;
  readonly values: Row;
}

/** Opens all mailed submissions that wait to be stored, to see whose they are. */
export async function openWaiting(
  db: Query,
  keys: Keys,
): Promise<{ readonly opened: OpenedAttempt[]; readonly unreadable: string[] }> {
  const attempts = await db.selectFrom("attempts").selectAll().where("state", "=", "mailed").execute();
  const [opened, unreadable] = [new Array<OpenedAttempt>(), new Array<string>()];
  for (const attempt of attempts) {
    const one = openedAttempt(keys, attempt);
    if (one === null) unreadable.push(attempt.ref_number);
    else opened.push(one);
  }
  return { opened, unreadable };
}

function openedAttempt(keys: Keys, attempt: AttemptRow): OpenedAttempt | null {
  const { ref_number: reference, form_type, sealed, created_at: createdAt } = attempt;
  const submission = submissionBy("formType", form_type);
  if (submission === undefined || sealed === null) return null;
  try {
    return { reference, createdAt, submission, values: openSealed(keys, reference, sealed) };
  } catch {
    return null;
  }
}
