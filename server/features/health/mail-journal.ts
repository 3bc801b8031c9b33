import type { FastifyInstance } from "fastify";

import { dayMs, minuteMs } from "#domain/durations.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import type { MailJournal, Outage } from "#domain/notice.ts";
import { endpoints } from "#domain/wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

/** `GET /functions/v1/mail-journal`: which kinds of mail failed and when, for staff. */
export function mailJournalRoute(server: FastifyInstance, services: Services): void {
  const journal = async (): Promise<MailJournal> => ({
    outages: await mailOutages(services.database.longReads, services.now()),
  });
  server.get(endpoints.mailJournal, forStaff(services, journal));
}

interface Failure {
  readonly kind: string;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly errorClass: string;
  readonly maybeArrived: boolean;
}

const shownForMs = dayMs;
/** Failures further apart than this are two outages. */
const gapMs = 30 * minuteMs;
const failuresAtMost = 10_000;

/** A visitor counts once however often they pressed the button, and not at all once a submission succeeded. */
async function mailOutages(db: Query, now: Date): Promise<Outage[]> {
  const since = new Date(now.getTime() - shownForMs).toISOString();
  const failures = await failedAttempts(db, since);
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

/** Takes the failures in the order of `firstAt`. */
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
