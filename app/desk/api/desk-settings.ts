import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { DeskSetting, DeskSettingName } from "#domain/deals/desk-settings.ts";

import { deskCall } from "./desk-call.ts";

export interface Versioned<Value> {
  readonly version: number;
  readonly value: Value;
}

type VersionedSetting<Name extends DeskSettingName> = Versioned<DeskSetting<Name>>;

export async function readSetting<Name extends DeskSettingName>(name: Name): Promise<VersionedSetting<Name>> {
  return (await deskCall(dealCalls.setting, {}, { id: name })) as VersionedSetting<Name>;
}

/** Refused if someone else has saved since `version`. Returns what is stored now. */
export async function saveSetting<Name extends DeskSettingName>(
  name: Name,
  value: DeskSetting<Name>,
  version: number,
): Promise<VersionedSetting<Name>> {
  return (await deskCall(
    dealCalls.settingChange,
    { value },
    { id: name, version },
  )) as VersionedSetting<Name>;
}
