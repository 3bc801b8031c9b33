import { backupHealth } from "#app/api/backup-health.ts";
import { mailOutages } from "#app/api/mail-journal.ts";
import { newestRecords, type RecordPage, recordByReference, recordPageSize } from "#app/api/records.ts";
import type { BackupHealth } from "#domain/backup-health.ts";
import type { Outage } from "#domain/mail-journal.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { submissions } from "#domain/submissions.ts";

/** The records of one kind that are on the desk, newest first, and how many there are in all. */
export interface DeskList {
  readonly records: readonly SubmissionRecord[];
  readonly total: number;
}

/** The record that the page's address asks for. */
export interface LinkedRecord {
  readonly table: string;
  readonly record: SubmissionRecord;
  /** It stands in its list; otherwise it is older than what has been loaded. */
  readonly isListed: boolean;
}

/** All that the panel shows, by table. */
export interface Desk {
  readonly lists: ReadonlyMap<string, DeskList>;
  readonly linked: LinkedRecord | null;
  /** When mail has failed lately, newest first. */
  readonly outages: readonly Outage[];
  readonly backups: BackupHealth | null;
}

export const emptyDesk: Desk = { lists: new Map(), linked: null, outages: [], backups: null };

/** Loads every kind at once, each as deep as it was on the former desk. */
export async function loadDesk(former: Desk | null, reference: string | null): Promise<Desk> {
  const load = async (submission: Submission) => {
    const depth = former?.lists.get(submission.table)?.records.length ?? 0;
    const page = await newestRecords(submission, Math.max(recordPageSize, depth));
    return [submission.table, listFrom(page)] as const;
  };
  const pages = Promise.all(submissions.map(load));
  const [lists, outages, backups] = await Promise.all([
    pages.then((loaded) => new Map(loaded)),
    mailOutages(),
    backupHealth(),
  ]);
  return { lists, outages, backups, linked: reference === null ? null : await findLinked(lists, reference) };
}

function listFrom({ records, total }: RecordPage): DeskList {
  return { records, total: total ?? records.length };
}

async function findLinked(lists: Desk["lists"], reference: string): Promise<LinkedRecord | null> {
  for (const [table, { records }] of lists) {
    const record = records.find(({ ref_number }) => ref_number === reference);
    if (record !== undefined) return { table, record, isListed: true };
  }
  for (const submission of submissions) {
    const record = await recordByReference(submission, reference);
    if (record !== null) return { table: submission.table, record, isListed: false };
  }
  return null;
}

/** The desk with a further page at the end of one list. */
export function withPage(desk: Desk, table: string, page: RecordPage): Desk {
  const list = desk.lists.get(table);
  if (list === undefined) return desk;
  const records = [...list.records, ...page.records];
  // An empty page means that there is nothing left, whatever was counted before.
  const total = page.records.length === 0 ? records.length : Math.max(list.total, records.length);
  const isListed = (linked: LinkedRecord) => records.some(({ id }) => id === linked.record.id);
  const { linked } = desk;
  return {
    ...desk,
    lists: new Map(desk.lists).set(table, { records, total }),
    linked: linked?.table === table ? { ...linked, isListed: isListed(linked) } : linked,
  };
}

/** The desk with a change on one record, shown before the list has been reloaded. */
export function withChange(
  desk: Desk,
  table: string,
  id: string,
  made: { readonly status: RecordStatus } | { readonly order_placed: boolean },
): Desk {
  const list = desk.lists.get(table);
  if (list === undefined) return desk;
  const change = (record: SubmissionRecord) => (record.id === id ? Object.assign({}, record, made) : record);
  const { linked } = desk;
  return {
    ...desk,
    lists: new Map(desk.lists).set(table, { ...list, records: list.records.map(change) }),
    linked: linked?.table === table ? { ...linked, record: change(linked.record) } : linked,
  };
}
