import { randomInt } from "node:crypto";

import type { MailInTest } from "#domain/ready.ts";
import { unmistakableText } from "#domain/reference-number.ts";
import type { Database, Query } from "#server/platform/database/database.ts";

interface MailTests {
  readonly "mail-out": { readonly from: string; readonly server: string };
  readonly "mail-in": MailInTest & { readonly came_at: string | null };
}

/** The newest test each way, as this installation has seen it. */
export async function readMailTests(db: Query): Promise<Partial<MailTests>> {
  const rows = await db
    .selectFrom("installation")
    .selectAll()
    .where("name", "in", ["mail-out", "mail-in"])
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

export async function keepMailTest<Name extends keyof MailTests>(
  tx: Query,
  name: Name,
  test: MailTests[Name],
): Promise<void> {
  const value = JSON.stringify(test);
  await tx
    .insertInto("installation")
    .values({ name, value })
    .onConflict((known) => known.column("name").doUpdateSet({ value }))
    .execute();
}

const codeLength = 8;
const codeIn = new RegExp(`\\bTEST-\\w{${codeLength}}\\b`);

/** Waits for a mail to that address. Asked again before it has come, the code stays. */
export async function awaitTestMail(tx: Query, address: string): Promise<MailInTest> {
  const { "mail-in": last } = await readMailTests(tx);
  const isWaiting = last?.came_at === null && last.address === address;
  const code = isWaiting ? last.code : `TEST-${unmistakableText(codeLength, randomInt)}`;
  await keepMailTest(tx, "mail-in", { address, code, came_at: null });
  return { address, code };
}

/** Returns whether a mail with this subject is the test that an owner has sent, and notes that it has come. */
export async function isTestMail(
  { database, now }: { readonly database: Database; readonly now: () => Date },
  subject: string,
): Promise<boolean> {
  const [code] = codeIn.exec(subject.toUpperCase()) ?? [];
  if (code === undefined) return false;
  const { "mail-in": test } = await readMailTests(database.reader);
  if (test?.code !== code) return false;
  const came = { ...test, came_at: now().toISOString() };
  if (test.came_at === null) await database.write((tx) => keepMailTest(tx, "mail-in", came));
  return true;
}
