import * as v from "valibot";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { business } from "#domain/business.ts";
import { carriers } from "#domain/deals/carriers.ts";
import { declineReasons, lineTemplates, partWeights } from "#domain/deals/default-settings.ts";
import { type DeskSetting, type DeskSettingName, deskSettings } from "#domain/deals/desk-settings.ts";
import { freightTable } from "#domain/deals/freight.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

/** Until an owner changes them. */
const defaults: { readonly [Name in DeskSettingName]: DeskSetting<Name> } = {
  freight: freightTable,
  "part-weights": partWeights,
  carriers: [...carriers],
  "line-templates": lineTemplates,
  "decline-reasons": declineReasons,
  promise: { same_day_until: business.sameDayUntil },
};

const auditNames = {
  freight: "freight table",
  "part-weights": "weights of parts",
  carriers: "carriers",
  "line-templates": "line templates",
  "decline-reasons": "decline reasons",
  promise: "promised reply",
} as const satisfies Record<DeskSettingName, string>;

/** Version 0 is the default. */
export interface StoredSetting<Name extends DeskSettingName> {
  readonly version: number;
  readonly value: DeskSetting<Name>;
}

export async function readDeskSetting<Name extends DeskSettingName>(
  db: Query,
  name: Name,
): Promise<StoredSetting<Name>> {
  const stored = db.selectFrom("desk_settings").select(["version", "value"]).where("name", "=", name);
  const row = await stored.executeTakeFirst();
  if (row === undefined) return { version: 0, value: defaults[name] };
  return { version: row.version, value: parseSetting(name, JSON.parse(row.value)) };
}

/** The calendar by which replies are promised now. Read each time: another instance may have changed the setting. */
export async function promisingCalendar(db: Query, calendar: BusinessCalendar): Promise<BusinessCalendar> {
  const { value } = await readDeskSetting(db, "promise");
  return calendar.withSameDayUntil(value.same_day_until);
}

/** Throws ValiError. */
function parseSetting<Name extends DeskSettingName>(name: Name, value: unknown): DeskSetting<Name> {
  const schema: v.GenericSchema<unknown, DeskSetting<Name>> = deskSettings[name];
  return v.parse(schema, value);
}

export interface NewSetting {
  readonly name: DeskSettingName;
  readonly value: unknown;
  /** What the user saw; null changes any version. */
  readonly version: number | null;
  readonly userId: string;
}

/** Returns the version that is stored now; null if somebody has changed it since `version`. */
export async function changeDeskSetting(
  context: AuditContext,
  { name, value, version, userId }: NewSetting,
): Promise<number | null> {
  return context.database.write(async (tx) => {
    await context.database.lock(tx, `setting ${name}`);
    const { version: stored } = await readDeskSetting(tx, name);
    if (version !== null && version !== stored) return null;
    const at = context.now().toISOString();
    const cells = { version: stored + 1, value: JSON.stringify(value), updated_at: at, user_id: userId };
    await tx
      .insertInto("desk_settings")
      .values({ name, ...cells })
      .onConflict((known) => known.column("name").doUpdateSet(cells))
      .execute();
    await recordAudit(tx, context, {
      event: "desk-setting-changed",
      actor: userId,
      setting: auditNames[name],
    });
    return stored + 1;
  });
}
