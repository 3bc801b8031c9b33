import { submissionBy } from "#domain/forms/submissions.ts";
import { type Outage, selfTestKind } from "#domain/notice.ts";
import type { Query } from "#server/platform/database/database.ts";

/** A try that has not got through: what kind, when, and what the mail server did. */
interface Failure {
  readonly kind: string;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly errorClass: string;
  readonly maybeArrived: boolean;
}

const shownForMs = 24 * 60 * 60_000;
/** Failures further apart than this are told as two outages. */
const gapMs = 30 * 60_000;
const failuresAtMost = 10_000;

/**
 * The last day's mail failures, grouped, newest first. A visitor counts once however often the button
 * was pressed, and no more once a try has gone through.
 */
export async function mailOutages(db: Query, now: Date): Promise<Outage[]> {
  const since = new Date(now.getTime() - shownForMs).toISOString();
  const failures = [...(await failedAttempts(db, since)), ...(await failedSelfTests(db, since))];
  return groupOutages(failures.toSorted((one, other) => one.firstAt.localeCompare(other.firstAt)));
}

async function failedAttempts(db: Query, since: string): Promise<Failure[]> {
  const rows = await db
    .selectFrom("attempts")
    .select(["form_type", "state", "created_at", "updated_at", "error_class"])
    .where("state", "in", ["refused", "unknown"])
    .where("updated_at", ">=", since)
    .orderBy("updated_at", "desc")
    .limit(failuresAtMost)
    .execute();
  return rows.map((row) => ({
    kind: submissionBy("formType", row.form_type)?.name ?? row.form_type,
    firstAt: row.created_at,
    lastAt: row.updated_at,
    errorClass: row.error_class ?? "unknown",
    maybeArrived: row.state === "unknown",
  }));
}

async function failedSelfTests(db: Query, since: string): Promise<Failure[]> {
  const rows = await db
    .selectFrom("mail_self_tests")
    .select(["tried_at", "outcome", "error_class"])
    .where("outcome", "in", ["refused", "unknown"])
    .where("tried_at", ">=", since)
    .execute();
  return rows.map(({ tried_at: at, outcome, error_class: errorClass }) => ({
    kind: selfTestKind,
    firstAt: at,
    lastAt: at,
    errorClass: errorClass ?? "unknown",
    maybeArrived: outcome === "unknown",
  }));
}

/** Expects the failures by the time of their first try. */
function groupOutages(failures: readonly Failure[]): Outage[] {
  const outages: Outage[] = [];
  for (const failure of failures) {
    const latest = outages.at(-1);
    const joins = latest !== undefined && Date.parse(failure.firstAt) - Date.parse(latest.to) <= gapMs;
    if (joins) outages[outages.length - 1] = withFailure(latest, failure);
    else outages.push(withFailure(emptyOutage(failure), failure));
  }
  return outages.toReversed();
}

function emptyOutage({ firstAt, lastAt }: Failure): Outage {
  return { from: firstAt, to: lastAt, failed: {}, maybe_arrived: 0, errors: [] };
}

function withFailure(outage: Outage, { kind, lastAt, errorClass, maybeArrived }: Failure): Outage {
  return {
    from: outage.from,
    to: lastAt > outage.to ? lastAt : outage.to,
    failed: { ...outage.failed, [kind]: (outage.failed[kind] ?? 0) + 1 },
    maybe_arrived: outage.maybe_arrived + (maybeArrived ? 1 : 0),
    errors: [...new Set([...outage.errors, errorClass])],
  };
}
