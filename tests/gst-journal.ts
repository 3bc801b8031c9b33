import type { TestApp } from "./build-test-app.ts";

type Row = Readonly<Record<string, unknown>>;

const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Auckland" });

/** Three twenty-thirds, rounded half away from zero, in whole numbers: not by what is tested. */
function gstOf(cents: number): number {
  const size = (BigInt(Math.abs(cents)) * 30n + 115n) / 230n;
  return Number(size) * Math.sign(cents);
}

/** Writes the rows of the database as a journal for hledger, without any code of the server that computes GST. */
export async function gstJournal(app: TestApp): Promise<string> {
  const documents = await app.rows("documents");
  const payments = await app.rows("payments");
  const orders = await app.rows("orders");
  const machines = await app.rows("machines");
  return [
    ...orders.flatMap(({ id }) => {
      const own = (rows: Row[]) => rows.filter(({ order_id: order }) => order === id);
      return orderEntries(String(id), own(documents), own(payments));
    }),
    ...machines.map(({ bought_on, price_cents, gst }) => {
      const cents = Number(price_cents);
      const credit = gst === "none" ? 0 : gstOf(cents);
      return entry(String(bought_on), { "purchases:paid": cents, "purchases:credit": credit });
    }),
  ].join("\n");
}

/** Money lies in two piles of single amounts: what was invoiced, and what is too much and goes back first. */
function orderEntries(order: string, documents: Row[], payments: Row[]): string[] {
  const entries: string[] = [];
  const piles = { invoiced: [] as number[], over: [] as number[] };
  const sum = (pile: readonly number[]) => pile.reduce((all, one) => all + one, 0);
  const post = (on: string, counted: number, over: number, bank: number) => {
    const sales = counted > 0 ? counted : 0;
    const account = { "payments:sales": sales, "payments:credits": sales - counted };
    const rest = { "payments:gst": gstOf(counted), "payments:overpaid": over, "payments:bank": bank };
    entries.push(entry(on, { ...account, ...rest, [`owing:${order}`]: -bank, [`over:${order}`]: over }));
  };
  let stands = 0;
  const byTime = [
    ...documents.map((row) => ({ at: row["issued_at"], row })),
    ...payments.map((row) => ({ at: row["at"], row })),
  ];
  for (const { row } of byTime.toSorted((a, b) => String(a.at).localeCompare(String(b.at)))) {
    if (row["kind"] !== undefined) {
      const sign = row["kind"] === "invoice" ? 1 : -1;
      const [before, cents] = [stands, sign * Number(row["total_cents"])];
      stands += cents;
      const on = day.format(new Date(String(row["issued_at"])));
      const sums = { "invoices:sales": Math.max(cents, 0), "invoices:credits": Math.max(-cents, 0) };
      entries.push(
        entry(on, { ...sums, "invoices:gst": gstOf(stands) - gstOf(before), [`owing:${order}`]: cents }),
      );
      const taken = Math.min(sum(piles.over), stands - sum(piles.invoiced));
      if (sign === 1 && taken > 0) {
        piles.over = [sum(piles.over) - taken];
        piles.invoiced.push(taken);
        post(on, taken, -taken, 0);
      }
      continue;
    }
    const [cents, on] = [Number(row["amount_cents"]), String(row["received_on"])];
    if (cents < 0) {
      const over = Math.min(sum(piles.over), -cents);
      piles.over.push(-over);
      piles.invoiced.push(cents + over);
      post(on, cents + over, -over, cents);
    } else {
      const missing = stands - sum(piles.invoiced);
      const counted = missing <= 0 ? 0 : missing < cents ? missing : cents;
      piles.invoiced.push(counted);
      piles.over.push(cents - counted);
      post(on, counted, cents - counted, cents);
    }
  }
  return entries;
}

function entry(on: string, sums: Readonly<Record<string, number>>): string {
  const postings = Object.entries(sums).map(
    ([account, cents]) => `    (${account})  ${(cents / 100).toFixed(2)}`,
  );
  return [`${on} row`, ...postings, ""].join("\n");
}
