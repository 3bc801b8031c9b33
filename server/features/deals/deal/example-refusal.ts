import { exampleFactsIn, firm } from "#domain/firm.ts";
import { firmFactLabels } from "#domain/firm/fact-labels.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import type { DealContext } from "./deal-context.ts";

/** In production, nothing that becomes an invoice leaves while it would name an example (deals.md section 14). */
export function exampleRefusal({ production }: Pick<DealContext, "production">): Refusal | null {
  const names = production ? exampleFactsIn(firm) : [];
  if (names.length === 0) return null;
  const facts = new Intl.ListFormat("en-NZ").format(
    names.map((name) => `${firmFactLabels[name]} ${firm[name]}`),
  );
  const message = `Made up: ${facts}. An owner writes your own in Settings, under Your firm (/admin/settings/firm). Nothing can be sent or sold before`;
  return { status: 422, message };
}
