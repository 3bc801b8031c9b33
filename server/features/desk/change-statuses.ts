import { setImmediate as nextTurn } from "node:timers/promises";

import type { StatusChange, StatusOutcome } from "#domain/desk.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { changeRecordsAudited } from "#server/features/records/audited-change.ts";
import type { Services } from "#server/services/services.ts";

import { type FoundRecord, recordByReference } from "./open-record.ts";

/** Gives records a status in one transaction; one that somebody has changed since is left as it is. */
export async function changeStatuses(
  services: Services,
  changes: readonly StatusChange[],
  userId: string,
): Promise<StatusOutcome[]> {
  const at = services.now();
  const found: Awaited<ReturnType<typeof findRecord>>[] = [];
  for (const change of changes) {
    found.push(await findRecord(services, change));
    await nextTurn();
  }
  const requests = found.flatMap((one) =>
    one === null
      ? []
      : [
          {
            submission: one.submission,
            id: one.record.id,
            change: { status: one.status },
            version: one.version,
            userId,
            at,
          },
        ],
  );
  const made = (await changeRecordsAudited(services, requests)).values();
  return changes.map(({ reference, version }, index) => {
    const outcome = found[index] === null ? undefined : made.next().value;
    if (outcome === undefined || outcome.kind === "missing") return { reference, kind: "missing", version };
    return { reference, kind: outcome.kind, version: Number(outcome.record["version"]) };
  });
}

async function findRecord(
  { database }: Services,
  change: StatusChange,
): Promise<(FoundRecord & StatusChange) | null> {
  if (!isReferenceNumber(change.reference)) return null;
  const found = await recordByReference(database.reader, change.reference);
  return found === null ? null : { ...found, ...change };
}
