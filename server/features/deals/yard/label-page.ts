import { machineAddress, machineCode } from "#domain/deals/machine-label.ts";
import { formatDayAndYear } from "#domain/nz-time.ts";
import type { MachineRow } from "#server/platform/database/sale-tables.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import { barCode, qrCode } from "./label-codes.ts";

/** Stays on the machine until it is sold (Secondhand Dealers and Pawnbrokers Act 2004, section 48). */
export async function labelPage(
  { number, name, hold_until: until }: Pick<MachineRow, "number" | "name" | "hold_until">,
  siteOrigin: string,
): Promise<Markup> {
  const code = machineCode(number);
  return html`<main class="label"><h1>${String(number)}</h1><p><strong>${name}</strong></p>
<p>On hold to the end of ${formatDayAndYear(new Date(until))}</p>
${await qrCode(machineAddress(siteOrigin, number))}${await barCode(code)}<p>${code}</p></main>`;
}
