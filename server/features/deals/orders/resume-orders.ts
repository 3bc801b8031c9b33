import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { payBy } from "#domain/deals/deadlines.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";

/** How many invoice numbers a restore leaves out: more than are given out between two backups. */
export const numbersLeftOut = 1000;

/** Business days in which staff can enter again what was paid since the backup. */
const daysToEnter = 10;

interface ResumeContext {
  readonly calendar: BusinessCalendar;
  readonly deals: Pick<Config["deals"], "invoiceStart">;
}

export interface ResumedOrders {
  readonly nextInvoice: number;
  /** How many wait for payment. */
  readonly waiting: number;
  /** When those lapse at the earliest. */
  readonly payBy: Date;
}

/** Makes up for approvals and payments since a backup that was restored: nobody knows which there were. */
export async function resumeOrders(
  tx: Query,
  { calendar, deals }: ResumeContext,
  at: Date,
): Promise<ResumedOrders> {
  const earliest = payBy(at, daysToEnter, calendar);
  const unpaid = tx.selectFrom("orders").select("id").where("state", "=", "awaiting_payment");
  const waiting = (await unpaid.execute()).length;
  await giveTime(tx, earliest, at);
  return { nextInvoice: await leaveOutNumbers(tx, deals.invoiceStart), waiting, payBy: earliest };
}

/** The customer may have paid since: the deadline is moved before anything reminds of it or cancels the order. */
async function giveTime(tx: Query, earliest: Date, at: Date): Promise<void> {
  const pay_by = earliest.toISOString();
  const moved = await tx
    .updateTable("orders")
    .set({ pay_by, changed_at: at.toISOString() })
    .where("state", "=", "awaiting_payment")
    .where("pay_by", "<", pay_by)
    .returning("ref_number")
    .execute();
  for (const { ref_number: reference } of moved) {
    const requests = tx.updateTable("quote_requests").set({ step_until: pay_by });
    await requests.where("ref_number", "=", reference).where("next_step", "=", "pay").execute();
  }
}

/** A number that was given out since the backup is on somebody's tax invoice. */
async function leaveOutNumbers(tx: Query, first: number): Promise<number> {
  const { last } = await tx
    .insertInto("document_numbers")
    .values({ kind: "invoice", last: first - 1 + numbersLeftOut })
    .onConflict((known) =>
      known
        .column("kind")
        .doUpdateSet((row) => ({ last: row("document_numbers.last", "+", numbersLeftOut) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last + 1;
}
