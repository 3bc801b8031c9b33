import { spawnSync } from "node:child_process";

import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";

import type { Gst } from "#domain/deals/money-wire.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { gstJournal } from "#tests/gst-journal.ts";
import { addGstYear } from "#tests/gst-year.ts";
import { deskCall } from "#tests/staff.ts";

/** `GST_ORDERS=600 npx vitest run --project main server/features/accounts/gst-year`: as many as a year has, with 40 machines. */
const orderCount = Number(process.env["GST_ORDERS"] ?? 120);

const hasHledger = spawnSync("hledger", ["--version"]).status === 0;

/** Sums of accounts in cents, by period. */
function hledger(journal: string, period: string): Record<string, number>[] {
  const options = ["-p", period, "--flat", "-N", "-E", "-O", "csv"];
  const { stdout, stderr } = spawnSync("hledger", ["-f", "-", "bal", ...options], { input: journal });
  const [head = [], ...rows] = parse(String(stdout));
  if (rows.length === 0) throw new Error(String(stderr));
  return head.slice(1).map((_, at) => {
    return Object.fromEntries(
      rows.map(([account, ...sums]) => [account, Math.round(Number(sums[at]) * 100)]),
    );
  });
}

const sumsOf = ({ payments, invoices, purchases }: Gst) => ({
  "payments:sales": payments.sales_cents,
  "payments:credits": payments.credits_cents,
  "payments:gst": payments.gst_cents,
  "payments:overpaid": payments.overpaid_cents,
  "invoices:sales": invoices.sales_cents,
  "invoices:credits": invoices.credits_cents,
  "invoices:gst": invoices.gst_cents,
  "purchases:paid": purchases.reduce((sum, { cents }) => sum + cents, 0),
  "purchases:credit": purchases.reduce((sum, { credit_cents: cents }) => sum + cents, 0),
});

const hasEnded = new Set(["lapsed", "cancelled"]);

const periods = [
  ["2026-02-01", "2026-03-31"],
  ["2026-04-01", "2026-05-31"],
  ["2026-06-01", "2026-07-31"],
  ["2026-08-01", "2026-09-30"],
  ["2026-10-01", "2026-11-30"],
  ["2026-12-01", "2027-01-31"],
] as const;

test.skipIf(!hasHledger)(
  "a made-up year's GST equals hledger's sums of the same rows on both bases, to the cent (apt-get install hledger)",
  async () => {
    const app = await buildTestApp({ startAt: nzInstant("2026-02-01", "00:30") });
    await addGstYear(app, orderCount, Math.max(24, orderCount / 15));
    const journal = await gstJournal(app);
    const theirs = hledger(journal, "every 2 months from 2026-02-01 to 2027-02-01");
    const cookie = await app.signIn();
    for (const [at, [from, to]] of periods.entries()) {
      const { body } = await deskCall(app, cookie, `GET gst?from=${from}&to=${to}`);
      const { "payments:bank": bank = 0, ...sums } = theirs[at] ?? {};
      const ours = sumsOf(body as unknown as Gst);
      expect(Object.values(ours)).not.toContain(0);
      expect({ from, ...sums }).toMatchObject({ from, ...ours });
      expect(ours["payments:sales"] - ours["payments:credits"] + ours["payments:overpaid"]).toBe(bank);
    }
    const [year = {}] = hledger(journal, "from 2026-02-01 to 2027-03-01");
    const orders = await app.rows("orders");
    expect(new Set(orders.map(({ state }) => state)).size).toBeGreaterThan(4);
    const ids = orders.flatMap(({ id, state }) => (hasEnded.has(String(state)) ? [] : [String(id)]));
    expect(ids.map((id) => year[`over:${id}`] ?? 0)).toEqual(
      ids.map((id) => Math.max(0, -(year[`owing:${id}`] ?? 0))),
    );
  },
  600_000,
);
