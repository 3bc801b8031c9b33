import { setImmediate as nextTurn } from "node:timers/promises";

import type { ChangeOutcome, ChangeOutcomes, RecordChange } from "#domain/desk.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { applyChanges, type ChangeRequest } from "#server/features/records/change-record.ts";
import { recordByReference } from "#server/features/records/record-by-reference.ts";
import type { Services } from "#server/services/services.ts";

import { whyNotChanged } from "./why-not-changed.ts";

/** Changes records in one transaction. Leaves a record as it is if someone else changed it first or a rule forbids the change. */
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
  const outcomes = (await applyChanges({ ...services, whyNot: whyNotChanged }, known)).values();
  const sent = changes.map(({ reference, version }, index): ChangeOutcome => {
    const outcome = requests[index] === null ? undefined : outcomes.next().value;
    if (outcome === undefined || outcome.kind === "missing") return { reference, kind: "missing", version };
    const { version: current, answered_at, answered_by } = outcome.record;
    if (outcome.kind === "stale") return { reference, kind: "stale", version: current };
    if (outcome.kind === "refused") return { reference, kind: "refused", version: current, why: outcome.why };
    return { reference, kind: "changed", version: current, answer: { answered_at, answered_by } };
  });
  return { outcomes: sent };
}

async function requestFor(
  { database }: Services,
  { reference, version, ...change }: RecordChange,
  by: Pick<ChangeRequest, "userId" | "at">,
): Promise<ChangeRequest | null> {
  if (!isReferenceNumber(reference)) return null;
  const found = await recordByReference(database.reader, reference);
  return found === null
    ? null
    : { submission: found.submission, id: found.record.id, change, version, ...by };
}
