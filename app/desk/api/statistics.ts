import { deskEndpoints } from "#domain/desk-wire.ts";
import { type Statistics, statisticsSchema } from "#domain/statistics.ts";

import { panelCall } from "./panel-call.ts";

/** How many came lately, and how soon they were answered. */
export function figures(): Promise<Statistics> {
  return panelCall(statisticsSchema, deskEndpoints.figures);
}
