import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";

import { deskMessages } from "#domain/desk-wire.ts";
import { type FirmFacts, isOpeningTime } from "#domain/firm.ts";
import { firmCalls, type FirmSetting } from "#domain/firm/firm-calls.ts";
import { firmProblem } from "#domain/firm/firm-problem.ts";
import { firmSchema } from "#domain/firm/firm-schema.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import { forOwners, forStaff } from "#server/features/auth/permissions.ts";
import { askBothAgain } from "#server/features/auth/two-step.ts";
import { readDeskSetting } from "#server/features/deals/deal/desk-settings.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { fieldsIn, versionOf } from "#server/platform/http/read-request.ts";
import { isPending, readStoredFirm, shownFacts, type StoredFirm } from "#server/services/firm/stored-firm.ts";
import type { Services } from "#server/services/services.ts";

import { isOtherAccount, savedFirst, saveFirm } from "./save-firm.ts";

/** The firm's own facts (deals.md section 14): staff read them, owners change them. */
export function firmRoutes(server: FastifyInstance, services: Services): void {
  const { database, firmGiven, firmWatch, now } = services;
  const setting = async () => settingOf(await readStoredFirm(database.reader), firmGiven, now());
  server.get(firmCalls.firm.path, forStaff(services, setting));
  server.put(
    firmCalls.change.path,
    forOwners(services, async ({ user }, request) => {
      const changed = await changeFirm(services, user, request);
      if ("refusal" in changed) return changed;
      await firmWatch.refresh(database.reader);
      return setting();
    }),
  );
}

function settingOf(stored: StoredFirm, given: Services["firmGiven"], at: Date): FirmSetting {
  const { facts, former_account: former, version } = stored;
  const { bank_account, bank_account_name } = facts;
  return {
    version,
    value: shownFacts(stored, given, at),
    set_by_server: Object.keys(given) as (keyof FirmFacts)[],
    pending:
      former !== null && isPending(stored, at)
        ? { bank_account, bank_account_name, from: former.until }
        : null,
  };
}

async function changeFirm(
  services: Services,
  user: UserRow,
  request: FastifyRequest,
): Promise<Outcome<true, Refusal>> {
  const seen = versionOf(request);
  if (typeof seen !== "number") return { refusal: { status: 428, message: deskMessages.versionMissing } };
  const sent = fieldsIn(request.body);
  const read = v.safeParse(firmSchema, sent["value"]);
  if (!read.success) return { refusal: unreadable(read.issues[0]) };
  const value = read.output;
  const { database, firmGiven, now } = services;
  const stored = await readStoredFirm(database.reader);
  // What decides whether a password is asked for must be what `saveFirm` then changes.
  if (stored.version !== seen) return { refusal: savedFirst };
  const shown = shownFacts(stored, firmGiven, now());
  const refusal = refusalOf(value, { shown, given: firmGiven, today: nzDate(now()) });
  if (refusal !== null) return { refusal };
  const { value: promise } = await readDeskSetting(database.reader, "promise");
  if (!isOpeningTime(value.hours, promise.same_day_until)) return { refusal: outsideHours(promise) };
  if (isOtherAccount(value, shown) && isOtherAccount(value, stored.facts)) {
    const asked = await askBothAgain(services, user, { password: sent["password"], code: sent["code"] });
    if ("refusal" in asked) return asked;
  }
  return saveFirm(services, user, { seen, value });
}

type FirmIssue = v.InferIssue<typeof firmSchema>;

function unreadable(issue: FirmIssue): Refusal {
  const path = v.getDotPath(issue) ?? "";
  const field = path.split(".")[0] ?? "";
  const isMissing = issue.message.startsWith("Invalid");
  return { status: 422, message: isMissing ? `${path || "value"} could not be read` : issue.message, field };
}

interface FirmNow {
  readonly shown: FirmFacts;
  readonly given: Partial<FirmFacts>;
  readonly today: string;
}

function refusalOf(value: FirmFacts, { shown, given, today }: FirmNow): Refusal | null {
  const isFixed = (name: string) =>
    JSON.stringify(fieldsIn(value)[name]) !== JSON.stringify(fieldsIn(shown)[name]);
  const fixed = Object.keys(given).find(isFixed);
  if (fixed !== undefined)
    return {
      status: 409,
      message: "The server sets this: ask whoever runs it to change it there",
      field: fixed,
    };
  const problem = firmProblem(value, shown, today);
  return problem === null ? null : { status: 422, ...problem };
}

function outsideHours({ same_day_until: time }: { readonly same_day_until: string }): Refusal {
  const message = `Quotes asked for before ${time} are promised for the same day (Settings, Quotes and freight): be open then, or change that time first`;
  return { status: 422, message, field: "hours" };
}
