import { setImmediate as nextTurn } from "node:timers/promises";

import type { ChangeOutcome, ChangeOutcomes, RecordChange } from "#domain/desk.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { applyChanges, type ChangeRequest } from "#server/features/records/change-record.ts";
import { recordByReference } from "#server/features/records/record-by-reference.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import { countsOf } from "./desk-summary.ts";
import { eventForDesk } from "./open-record.ts";

/** Changes records in one transaction. A record that someone else changed first is left as it is. */
export async function changeRecords(
  services: Services,
  changes: readonly RecordChange[],
  userId: string,
): Promise<ChangeOutcomes> {
  const at = services.now();
  const requests: (ChangeRequest | null)[] = [];
  for (const change of changes) {
    requests.push(await requestFor(services, change, { userId, at }));
    await nextTurn();
  }
  const known = requests.filter((request) => request !== null);
  const outcomes = (await applyChanges(services, known)).values();
  const sent = changes.map(({ reference, version }, index): ChangeOutcome => {
    const outcome = requests[index] === null ? undefined : outcomes.next().value;
    if (outcome === undefined || outcome.kind === "missing")
      return { reference, kind: "missing", version, events: [] };
    const { version: current, answered_at, answered_by } = outcome.record;
    if (outcome.kind === "stale") return { reference, kind: "stale", version: current, events: [] };
    const events = outcome.events.map(eventForDesk);
    return { reference, kind: "changed", version: current, events, answer: { answered_at, answered_by } };
  });
  const touched = new Set(known.map(({ submission }) => submission));
  const counts = [...touched].map(
    async (submission) =>
      [submission.table, await countsOf(services.database.reader, submission, userId, at)] as const,
  );
  return { outcomes: sent, counts: Object.fromEntries(await Promise.all(counts)) };
}

/** Whether what the change names as the original is another record of the same form. */
export async function canRepeat(
  db: Query,
  { reference, duplicate_of: original }: Pick<RecordChange, "reference" | "duplicate_of">,
): Promise<boolean> {
  if (original === undefined || original === null) return true;
  if (original === reference || !isReferenceNumber(original) || !isReferenceNumber(reference)) return false;
  const found = await Promise.all([recordByReference(db, original), recordByReference(db, reference)]);
  const [table, other] = found.map((one) => one?.submission.table);
  return table !== undefined && table === other;
}

async function requestFor(
  { database }: Services,
  { reference, version, is_undo: isUndo = false, ...change }: RecordChange,
  by: Pick<ChangeRequest, "userId" | "at">,
): Promise<ChangeRequest | null> {
  if (!isReferenceNumber(reference)) return null;
  const found = await recordByReference(database.reader, reference);
  return found === null
    ? null
    : { submission: found.submission, id: found.record.id, change, version, isUndo, ...by };
}
