import { queryOptions } from "@tanstack/react-query";

import { readSetting } from "#app/desk/api/deals.ts";

const kept = { staleTime: 5 * 60_000, gcTime: Infinity };

export const lineTemplates = queryOptions({
  queryKey: ["desk-setting", "line-templates"],
  queryFn: async () => (await readSetting("line-templates")).value,
  ...kept,
});

export const declineReasons = queryOptions({
  queryKey: ["desk-setting", "decline-reasons"],
  queryFn: async () => (await readSetting("decline-reasons")).value,
  ...kept,
});

export const freightPrices = queryOptions({
  queryKey: ["desk-setting", "freight"],
  queryFn: async () => (await readSetting("freight")).value,
  ...kept,
});

export const carrierList = queryOptions({
  queryKey: ["desk-setting", "carriers"],
  queryFn: async () => (await readSetting("carriers")).value,
  ...kept,
});
