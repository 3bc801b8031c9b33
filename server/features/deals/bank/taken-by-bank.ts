import { addDays } from "#domain/calendar-date.ts";
import { isUndone, lineOf } from "#domain/deals/bank-source.ts";
import type { Cents } from "#domain/deals/money.ts";
import { invoicesOfCode } from "#domain/deals/typed-numbers.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { changeOrderById } from "#server/features/deals/orders/change-kept-order.ts";
import { noteTaken } from "#server/features/deals/orders/taken-back.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { TakenBackRow } from "#server/platform/database/money-tables.ts";

import { codesOf, textOf, wordsIn } from "./bank-lines.ts";
import { ordersInvoiced } from "./find-matches.ts";
import type { StatementRow } from "./statement.ts";

/** Money that the bank took back: a debit that is listed once, whatever is imported again. */
export type TakenByBank = Pick<TakenBackRow, "id" | "order_id" | "ref_number" | "amount_cents">;

interface BankMovement {
  readonly day: string;
  readonly amount_cents: Cents;
  readonly text: string;
}

interface Debit extends BankMovement {
  readonly codes: readonly string[];
}

/**
 * Finds debits that carry the code of an order or reverse a line that paid one, unless they are listed already or staff have
 * entered them as paid back. Other debits stay private: they are our own bills.
 */
export async function takenByBank(
  db: Query,
  account: string,
  rows: readonly StatementRow[],
): Promise<TakenByBank[]> {
  const debits = rows
    .filter(({ cents }) => cents < 0)
    .map(({ day, cents, fields }) => ({
      day,
      amount_cents: -cents,
      text: textOf(fields),
      codes: codesOf(fields),
    }));
  const orders = await ordersInvoiced(
    db,
    debits.flatMap(({ codes }) => codes.flatMap(invoicesOfCode)),
  );
  const lines = await paidLines(db, account, debits);
  const seen = new Map<string, number>();
  const taken: TakenByBank[] = [];
  for (const debit of debits) {
    const [named] = debit.codes.flatMap(invoicesOfCode).flatMap((invoice) => orders.get(invoice) ?? []);
    const whole = named && { ...named, order_id: named.id, amount_cents: debit.amount_cents };
    const reversed = lines.find((line) => isReversal(debit, line));
    const parts = whole === undefined ? await partsOf(db, reversed?.id ?? "") : [whole];
    for (const { order_id, ref_number, amount_cents } of parts) {
      if (await isPaidBack(db, order_id, { ...debit, amount_cents })) continue;
      const key = `bank ${account} ${debit.day} ${order_id} ${amount_cents}`;
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      const id = `${key} ${count}`;
      const known = db.selectFrom("taken_back").select("id").where("id", "=", id);
      if ((await known.executeTakeFirst()) === undefined)
        taken.push({ id, order_id, ref_number, amount_cents });
    }
  }
  return taken;
}

/** Returns what a line has paid and that was not taken off its order since: a split line has several. */
async function partsOf(db: Query, line: string) {
  const payments = db.selectFrom("payments").innerJoin("orders", "orders.id", "payments.order_id");
  const rows = await payments
    .select(["order_id", "ref_number", "amount_cents", "source"])
    .where((row) =>
      row.or([row("source", "like", `bank:${line}%`), row("source", "like", `undone bank:${line}%`)]),
    )
    .execute();
  return rows.filter((row) => lineOf(row) === line && !isUndone(row, rows));
}

/** A bank takes a payment back within two months. */
const daysMost = 62;

async function paidLines(db: Query, account: string, debits: readonly Debit[]) {
  const days = debits.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return db
    .selectFrom("bank_lines")
    .select(["id", "day", "amount_cents", "text"])
    .where("account", "=", account)
    .where("day", ">=", addDays(first, -daysMost))
    .where("day", "<=", last)
    .where("state", "=", "matched")
    .execute();
}

/** A reversal has the same amount with the same words, or with a word that says so. */
function isReversal(debit: Debit, line: BankMovement): boolean {
  if (line.amount_cents !== debit.amount_cents || line.day > debit.day) return false;
  const [said, words] = [wordsIn(debit.text), wordsIn(line.text)];
  const isSame = said.size === words.size || /DISHON|REVERS|RETURN|UNPAID/i.test(debit.text);
  return words.size > 0 && isSame && [...words].every((word) => said.has(word));
}

/** Staff enter what they pay back by transfer some days before or after the bank does it. */
const daysApart = 10;

async function isPaidBack(db: Query, orderId: string, { day, amount_cents: cents }: Debit): Promise<boolean> {
  const payments = db.selectFrom("payments").select("id").where("order_id", "=", orderId);
  const out = payments.where("amount_cents", "=", -cents).where("method", "in", ["transfer", "correction"]);
  // A line that was taken off the order by hand is still ours: the bank may take its money back later.
  const byStaff = out.where((row) =>
    row.or([row("source", "is", null), row("source", "not like", "undone %")]),
  );
  return (
    (await byStaff.where("received_on", ">=", addDays(day, -daysApart)).executeTakeFirst()) !== undefined
  );
}

/** Lists each debit once, even if two users confirm the statement. */
export async function listTaken(context: DealContext, taken: readonly TakenByBank[]): Promise<void> {
  for (const { id, amount_cents, ...of } of taken)
    await changeOrderById(context, of, (work, order) =>
      noteTaken(work, order, { id, amount_cents, why: "bank" }),
    );
}
