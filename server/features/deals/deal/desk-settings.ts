import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import { deskSettingRequest } from "#domain/deals/deal-wire.ts";
import {
  type DeskSetting,
  type DeskSettingName,
  deskSettings,
  isDeskSettingName,
  parseSetting,
} from "#domain/deals/desk-settings.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import type { Outcome } from "#domain/outcome.ts";
import { forOwners, forStaff } from "#server/features/auth/permissions.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { versionOf } from "#server/platform/http/read-request.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import type { Services } from "#server/services/services.ts";

/** Version 0 is what the desk starts with. */
interface StoredSetting<Name extends DeskSettingName> {
  readonly version: number;
  readonly value: DeskSetting<Name>;
}

export async function readDeskSetting<Name extends DeskSettingName>(
  db: Query,
  name: Name,
): Promise<StoredSetting<Name>> {
  const stored = db.selectFrom("desk_settings").select(["version", "value"]).where("name", "=", name);
  const row = await stored.executeTakeFirst();
  if (row === undefined) return { version: 0, value: deskSettings[name].initial };
  return { version: row.version, value: parseSetting(name, JSON.parse(row.value)) };
}

/** The calendar by which replies are promised now. Read each time: another instance may have changed the setting. */
export async function promisingCalendar(db: Query, calendar: BusinessCalendar): Promise<BusinessCalendar> {
  const { value } = await readDeskSetting(db, "promise");
  return calendar.withSameDayUntil(value.same_day_until);
}

const noSetting: Refusal = { status: 404, message: "There is no such setting" };

/** All staff read them, owners change them. */
export function deskSettingRoutes(server: FastifyInstance, services: Services): void {
  const url = dealCalls.setting.path;
  server.get(
    url,
    forStaff(services, async (_, request, reply) => {
      const name = nameIn(request);
      if (name === null) return refuse(request, reply, noSetting);
      return readDeskSetting(services.database.reader, name);
    }),
  );
  server.put(
    url,
    forOwners(services, async ({ user }, request, reply) => {
      const name = nameIn(request);
      if (name === null) return refuse(request, reply, noSetting);
      const read = readChange(name, request);
      const outcome = "refusal" in read ? read : await changeSetting(services, user.id, name, read.ok);
      return "refusal" in outcome ? refuse(request, reply, outcome.refusal) : outcome.ok;
    }),
  );
}

function nameIn({ params }: FastifyRequest): DeskSettingName | null {
  const { name } = v.parse(v.looseObject({ name: v.unknown() }), params);
  return isDeskSettingName(name) ? name : null;
}

interface Change {
  readonly value: unknown;
  /** The version that the user saw. */
  readonly version: number;
}

function readChange(name: DeskSettingName, request: FastifyRequest): Outcome<Change, Refusal> {
  const seen = versionOf(request);
  const body = v.safeParse(deskSettingRequest, request.body);
  if (typeof seen !== "number") return { refusal: { status: 428, message: deskMessages.versionMissing } };
  if (!body.success) return { refusal: { status: 400, message: "The setting could not be read" } };
  const value = v.safeParse(deskSettings[name].schema, body.output.value);
  if (value.success) return { ok: { value: value.output, version: seen } };
  const [issue] = value.issues;
  return { refusal: { status: 400, message: `${v.getDotPath(issue) ?? "value"}: ${issue.message}` } };
}

/** Refuses if somebody has saved since the version that the user saw. */
function changeSetting(
  context: AuditContext,
  userId: string,
  name: DeskSettingName,
  { value, version: seen }: Change,
): Promise<Outcome<{ version: number; value: unknown }, Refusal>> {
  return context.database.write(async (tx) => {
    await context.database.lock(tx, `setting ${name}`);
    const { version: stored } = await readDeskSetting(tx, name);
    if (seen !== stored) return { refusal: { status: 412, message: deskMessages.savedFirst } };
    const version = stored + 1;
    const updated_at = context.now().toISOString();
    const cells = { version, value: JSON.stringify(value), updated_at, user_id: userId };
    await tx
      .insertInto("desk_settings")
      .values({ name, ...cells })
      .onConflict((known) => known.column("name").doUpdateSet(cells))
      .execute();
    const { title } = deskSettings[name];
    await recordAudit(tx, context, { event: "desk-setting-changed", actor: userId, details: { title } });
    return { ok: { version, value } };
  });
}
