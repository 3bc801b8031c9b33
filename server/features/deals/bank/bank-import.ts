import { randomUUID } from "node:crypto";

import { compactAccount } from "#domain/deals/bank-account.ts";
import type { BankConfirmed, BankImport, UnknownLayout } from "#domain/deals/money-wire.ts";
import { dayMs } from "#domain/durations.ts";
import { firm } from "#domain/firm.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { ByStaff } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { type BankCredit, creditsOf, storedLines } from "./bank-lines.ts";
import { findMatches, isPaidBy } from "./find-matches.ts";
import { matchLine } from "./match-line.ts";
import { type LayoutReading, readStatement, type Statement } from "./statement.ts";
import { ordersAsSuggested } from "./suggest-orders.ts";
import { listTaken, type TakenByBank, takenByBank } from "./taken-by-bank.ts";

/** The JSON in a row of `bank_imports`. */
interface ImportContent {
  readonly account: string;
  readonly credits: readonly BankCredit[];
  readonly layout: Statement["layout"];
  readonly taken?: readonly TakenByBank[]; // A former version left it out.
  /** The lines that may be entered by themselves, by the id of their credit; null until they are stored. */
  readonly lines: Readonly<Record<string, string>> | null;
}

export interface ImportCall {
  readonly file: Uint8Array;
  readonly asked: LayoutReading;
  readonly userId: string;
}

/** Reads the file of a bank and says what storing it will do. Only what was read is kept, for a day. */
export async function importStatement(
  { database, now }: DealContext,
  { file, asked, userId }: ImportCall,
): Promise<Outcome<BankImport | UnknownLayout, Refusal>> {
  const layouts = await database.reader.selectFrom("bank_layouts").selectAll().execute();
  const kept = new Map(layouts.map(({ header, columns }) => [header, JSON.parse(columns) as LayoutReading]));
  const read = readStatement(file, { accounts: firm.accounts, asked, kept });
  if ("refusal" in read) return read;
  if ("question" in read) return { ok: read.question };
  const { account: written, rows, problems, layout } = read.ok;
  const account = compactAccount(written ?? firm.accounts[0] ?? "");
  const credits = creditsOf(account, rows);
  const known = await storedLines(database.reader, account, credits);
  const open = credits.filter(({ id }) => (known.get(id)?.state ?? "waiting") === "waiting");
  const matches = await findMatches(database.reader, open, now());
  const taken = await takenByBank(database.reader, account, rows);
  const content: ImportContent = { account, credits, layout, taken, lines: null };
  const id = randomUUID();
  const row = { id, content: JSON.stringify(content), user_id: userId, created_at: now().toISOString() };
  await database.write((tx) => tx.insertInto("bank_imports").values(row).execute());
  const days = rows.map(({ day }) => day).toSorted();
  return {
    ok: {
      import: id,
      account: written,
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      rows: rows.length,
      credits: credits.length,
      known: known.size,
      matched: matches.size,
      to_match: credits.filter((credit) => !known.has(credit.id) && !matches.has(credit.id)).length,
      taken_back: taken.length,
      payments: await paymentsIn(database.reader, credits, matches),
      problems: [...problems],
    },
  };
}

async function paymentsIn(
  db: Query,
  credits: readonly BankCredit[],
  matches: Awaited<ReturnType<typeof findMatches>>,
): Promise<BankImport["payments"]> {
  const orders = await ordersAsSuggested(
    db,
    [...matches.values()].map(({ ref_number: ref }) => ref),
  );
  return credits.flatMap(({ id, amount_cents }) => {
    const ref = matches.get(id)?.ref_number;
    return ref === undefined ? [] : [{ ref, name: orders.get(ref)?.name ?? "", amount_cents }];
  });
}

const noImport: Refusal = {
  status: 404,
  message: "This statement is no longer kept: choose the file again",
};

interface Confirmation extends ByStaff {
  readonly import: string;
}

/**
 * Stores the credits of a statement that was read, then enters those whose code and amount are right, each in a
 * transaction of its own. It can be cut off anywhere and be called again.
 */
export async function confirmImport(
  context: DealContext,
  { import: id, userId }: Confirmation,
): Promise<Outcome<BankConfirmed, Refusal>> {
  const { database, now } = context;
  const stored = await database.write((tx) => storeLines(context, tx, { id, userId }));
  if (stored === null) return { refusal: noImport };
  await listTaken(context, stored.taken ?? []);
  const credits = stored.credits.map((credit) => ({ ...credit, id: stored.lines[credit.id] ?? "" }));
  const own = credits.filter((credit) => credit.id !== "");
  const waiting = await linesIn(database.reader, "waiting", own);
  const matches = await findMatches(
    database.reader,
    own.filter((credit) => waiting.has(credit.id)),
    now(),
  );
  for (const [line, { id: orderId, ref_number: reference }] of matches)
    await matchLine(
      context,
      { line, reference, userId, callKey: null },
      (orders, { amount_cents: cents }, at) =>
        orders.find((order) => order.id === orderId && isPaidBy(order, cents, at)),
    );
  return {
    ok: {
      matched: (await linesIn(database.reader, "matched", own)).size,
      to_match: (await linesIn(database.reader, "waiting", own)).size,
    },
  };
}

interface StoredImport extends ImportContent {
  readonly lines: NonNullable<ImportContent["lines"]>;
}

/** Stores the lines once: the next call finds them. Returns null if there is no such import. */
async function storeLines(
  { database, now }: DealContext,
  tx: Query,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<StoredImport | null> {
  await database.lock(tx, "bank lines");
  const imports = tx.selectFrom("bank_imports").select("content").where("id", "=", id);
  const row = await imports.executeTakeFirst();
  if (row === undefined) return null;
  const content = JSON.parse(row.content) as ImportContent;
  const { account, credits, layout } = content;
  if (content.lines !== null) return { ...content, lines: content.lines };
  const known = await storedLines(tx, account, credits);
  const at = now().toISOString();
  const fresh = credits.filter((credit) => !known.has(credit.id));
  const rest = { account, state: "waiting", order_id: null, ref_number: null, user_id: userId, at } as const;
  for (let first = 0; first < fresh.length; first += rowsAtOnce) {
    const rows = fresh
      .slice(first, first + rowsAtOnce)
      .map(({ id: line, day, amount_cents, text }) => ({ id: line, day, amount_cents, text, ...rest }));
    await tx.insertInto("bank_lines").values(rows).execute();
  }
  const waiting = [...known].filter(([, line]) => line.state === "waiting");
  const lines = Object.fromEntries([
    ...fresh.map((credit) => [credit.id, credit.id]),
    ...waiting.map(([credit, line]) => [credit, line.id]),
  ]) as Record<string, string>;
  const stored = { ...content, lines };
  await tx
    .updateTable("bank_imports")
    .set({ content: JSON.stringify(stored) })
    .where("id", "=", id)
    .execute();
  if (layout !== null) await keepLayout(tx, layout, { user_id: userId, at });
  return stored;
}

const rowsAtOnce = 1000;

async function keepLayout(
  tx: Query,
  { header, map, order }: NonNullable<Statement["layout"]>,
  by: { readonly user_id: string; readonly at: string },
): Promise<void> {
  const columns = JSON.stringify({ map, order } satisfies LayoutReading);
  await tx
    .insertInto("bank_layouts")
    .values({ header, columns, ...by })
    .onConflict((known) => known.column("header").doUpdateSet({ columns, ...by }))
    .execute();
}

async function linesIn(
  db: Query,
  state: "waiting" | "matched",
  own: readonly { readonly id: string }[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let first = 0; first < own.length; first += rowsAtOnce) {
    const ids = own.slice(first, first + rowsAtOnce).map(({ id }) => id);
    const lines = db.selectFrom("bank_lines").select("id").where("id", "in", ids).where("state", "=", state);
    for (const { id } of await lines.execute()) found.add(id);
  }
  return found;
}

/** Deletes imports after a day, confirmed or not. */
export function purgeImports(tx: Query, now: Date): Promise<unknown> {
  const before = new Date(now.getTime() - dayMs).toISOString();
  return tx.deleteFrom("bank_imports").where("created_at", "<", before).execute();
}
