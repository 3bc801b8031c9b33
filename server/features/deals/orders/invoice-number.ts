import type { Query } from "#server/platform/database/database.ts";

const kind = "invoice";

/** The next number, without gaps: other approvals wait until this transaction ends. */
export async function nextInvoiceNumber(tx: Query, first: number): Promise<number> {
  const { last } = await tx
    .insertInto("document_numbers")
    .values({ kind, last: first })
    .onConflict((known) =>
      known.column("kind").doUpdateSet((row) => ({ last: row("document_numbers.last", "+", 1) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}
