import { queryOptions } from "@tanstack/react-query";

import { readSetting } from "#app/desk/api/desk-settings.ts";
import type { DeskSettingName } from "#domain/deals/desk-settings.ts";
import { minuteMs } from "#domain/durations.ts";

/** Loaded once for a while; the settings are another page, which lets the desk forget what is saved there. */
export function settingQuery<Name extends DeskSettingName>(name: Name) {
  return queryOptions({
    queryKey: ["desk-setting", name],
    queryFn: async () => (await readSetting(name)).value,
    staleTime: 5 * minuteMs,
    gcTime: Infinity,
  });
}

export const lineTemplates = settingQuery("line-templates");
export const declineReasons = settingQuery("decline-reasons");
export const freightPrices = settingQuery("freight");
export const carrierList = settingQuery("carriers");
