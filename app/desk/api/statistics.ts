import { deskEndpoints } from "#domain/desk-wire.ts";
import { type Figures, figuresSchema } from "#domain/figures.ts";

import { panelCall } from "./panel-call.ts";

/** How many came lately, and how soon they were answered. */
export function figures(): Promise<Figures> {
  return panelCall(figuresSchema, deskEndpoints.figures);
}
