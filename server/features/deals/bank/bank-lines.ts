import { createHash } from "node:crypto";

import { paymentCodesIn } from "#domain/deals/typed-numbers.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { BankLineRow } from "#server/platform/database/money-tables.ts";

import type { StatementRow } from "./statement.ts";

/** Money that came in, as a statement has it. */
export interface BankCredit extends Pick<BankLineRow, "id" | "day" | "amount_cents" | "text"> {
  /** Payment codes of ours. */
  readonly codes: readonly string[];
}

/** Returns the credits of a statement. Credits that say the same are told apart by counting them. */
export function creditsOf(account: string, rows: readonly StatementRow[]): BankCredit[] {
  const seen = new Map<string, number>();
  const back = new Set(
    rows.filter(({ cents }) => cents < 0).flatMap(({ fields, cents }) => codedSums(fields, -cents)),
  );
  return rows
    .filter(({ cents }) => cents > 0)
    .map(({ day, cents: amount_cents, fields }) => {
      const text = textOf(fields);
      const said = [account, day, amount_cents, ...wordsIn(text)].join(" ");
      const count = (seen.get(said) ?? 0) + 1;
      seen.set(said, count);
      const id = createHash("sha256").update(`${said} ${count}`).digest("hex").slice(0, 32);
      // The bank has taken it back in the same file: it is no payment.
      const isBack = codedSums(fields, amount_cents).some((sum) => back.has(sum));
      return { id, day, amount_cents, text, codes: isBack ? [] : codesOf(fields) };
    });
}

function codedSums(fields: readonly string[], cents: number): string[] {
  return codesOf(fields).map((code) => `${code} ${cents}`);
}

/** Finds payment codes within one field, or else cut in two at the end of a short one. */
export function codesOf(fields: readonly string[]): string[] {
  const whole = [...new Set(fields.flatMap(paymentCodesIn))];
  return whole.length > 0 ? whole : paymentCodesIn(fields.join(""));
}

/** Returns everything that the bank wrote, once: Kiwibank repeats the payer's words in other columns. */
export function textOf(fields: readonly string[]): string {
  const seen = new Set<string>();
  const parts: string[] = [];
  for (const field of fields) {
    const words = [...wordsIn(field)].filter((word) => !seen.has(word));
    if (words.length > 0) parts.push(...field.split(/[\s;]+/));
    for (const word of words) seen.add(word);
  }
  return parts.filter((part) => part !== "").join(" ");
}

/** Sorts the words and drops leading zeros, as spreadsheets do: all formats of a bank give the same words. */
export function wordsIn(text: string): ReadonlySet<string> {
  const words = text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.map((word) => word.replace(/^0+(?=.)/, "")).toSorted());
}

/**
 * Returns the lines that credits are stored as, by the ids of the credits. Another format of the same bank may say less: then
 * it is the line of the same day and amount that has all of its words, or no others.
 */
export async function storedLines(
  db: Query,
  account: string,
  credits: readonly BankCredit[],
): Promise<Map<string, BankLineRow>> {
  const days = credits.map(({ day }) => day).toSorted();
  const stored: BankLineRow[] = await db
    .selectFrom("bank_lines")
    .selectAll()
    .where("account", "=", account)
    .where("day", ">=", days[0] ?? "")
    .where("day", "<=", days.at(-1) ?? "")
    .orderBy("id")
    .execute();
  const free = new Map(stored.map((line) => [line.id, line]));
  const found = new Map<string, BankLineRow>();
  const claim = (credit: BankCredit, line: BankLineRow | undefined) => {
    if (line === undefined) return;
    free.delete(line.id);
    found.set(credit.id, line);
  };
  for (const credit of credits) claim(credit, free.get(credit.id));
  const byAmount = Map.groupBy(free.values(), sumKey);
  for (const credit of credits.filter(({ id }) => !found.has(id)))
    claim(
      credit,
      byAmount.get(sumKey(credit))?.find((line) => free.has(line.id) && saysTheSame(credit.text, line.text)),
    );
  return found;
}

const sumKey = ({ day, amount_cents: cents }: BankCredit | BankLineRow) => `${day} ${cents}`;

function saysTheSame(one: string, other: string): boolean {
  const [few, many] = [wordsIn(one), wordsIn(other)].toSorted((a, b) => a.size - b.size);
  return few !== undefined && many !== undefined && [...few].every((word) => many.has(word));
}
