import type { Order } from "#domain/deals/deal.ts";
import { invoiceContent } from "#domain/deals/documents.ts";
import { type QuoteContent, trader } from "#domain/deals/quote.ts";
import { paymentCode, paymentCodesIn } from "#domain/deals/typed-numbers.ts";
import { buildApp } from "#server/app.ts";
import { findMatches } from "#server/features/deals/bank/find-matches.ts";
import { documentPdf } from "#server/features/deals/documents/pdf.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";

import { addBenchUser, openBenchSession } from "../measuring/bench-user.ts";
import { median } from "../measuring/statistics.ts";
import { fillOrders } from "./fill-orders.ts";

/** Our server with BENCH_OLD paid orders, BENCH_TO_PACK of them to pack, and BENCH_OPEN unpaid ones; it prints what it measured in its own process. */
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder: null });
const { database, now } = app.services;
const userId = await addBenchUser(database);
const [old, open] = [Number(process.env["BENCH_OLD"]), Number(process.env["BENCH_OPEN"])];
const toPack = Number(process.env["BENCH_TO_PACK"] ?? 0);
const orders = await fillOrders(app.services, { old, open, toPack, userId });
const figures = open < 5000 ? {} : { ...(await matching(orders)), ...(await pdf()) };
const access = await openBenchSession(app.services, userId);
const origin = await app.server.listen({ host: config.host, port: config.port });
console.log(`ready on ${new URL(origin).port} with token ${access} ${JSON.stringify(figures)}`);
process.once("SIGTERM", () => process.exit(0));

/** 5,000 rows, of which four in five pay an open order; the middle of five tries, and the plain way once. */
async function matching(all: readonly Order[]) {
  const unpaid = all.filter(({ state }) => state === "awaiting_payment");
  const rows = Array.from({ length: 5000 }, (_, index) => {
    const order = unpaid[index * 4];
    const isPayment = order !== undefined && index % 5 > 0;
    const words = isPayment ? paymentCode(order.invoice_number).toLowerCase() : `PAYER ${index}`;
    return { day: "2026-08-04", cents: isPayment ? order.total_cents : 500, fields: ["PAYER", words] };
  });
  const times: number[] = [];
  let matched = 0;
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    const credits = rows.map(({ cents: amount_cents, fields }, index) => {
      return { id: String(index), amount_cents, codes: [...new Set(fields.flatMap(paymentCodesIn))] };
    });
    matched = (await findMatches(database.reader, credits, now())).size;
    times.push(performance.now() - start);
  }
  const start = performance.now();
  const plain = plainMatches(rows, unpaid);
  const plainMs = performance.now() - start;
  if (plain !== matched) throw new Error(`${matched} matched, and ${plain} the plain way`);
  return { matched, matchMs: median(times), plainMs };
}

/** What anybody would write first. */
function plainMatches(
  rows: readonly { readonly cents: number; readonly fields: readonly string[] }[],
  unpaid: readonly Order[],
): number {
  const codes = unpaid.map(({ invoice_number: number, total_cents: cents }) => ({
    code: paymentCode(number),
    cents,
  }));
  const found = rows.filter(({ cents, fields }) => {
    const written = new Set(fields.flatMap(paymentCodesIn));
    return codes.filter((order) => written.has(order.code) && order.cents === cents).length === 1;
  });
  return found.length;
}

/** An invoice of ten lines: processor time and size of the middle one of 20, after five to warm up. */
async function pdf() {
  const lines = Array.from({ length: 10 }, (_, index) => ({
    id: `part-${index}`,
    kind: "fixed" as const,
    group: null,
    text: `Front diff ${index}`,
    machine: "Honda TRX420FM 2015",
    grade: "B" as const,
    quantity: 1,
    unit_cents: 18_500,
    evidence: ["Backlash 0.2 mm"],
    item_label: null,
  }));
  const freight = { service: "Courier", zone: "north" as const, rural: true, cents: 2100, words: null };
  const quote: QuoteContent = {
    reference: "QK-000000-0000",
    number: 1,
    lines,
    freight,
    valid_until: "2026-08-10",
    fitment: null,
    words: null,
    business: trader(),
    terms_version: "1",
  };
  const content = invoiceContent({
    serial: 1001,
    issued_on: "2026-08-03",
    quote,
    lines,
    total_cents: 187_100,
  });
  const customer = {
    full_name: "Aroha Ngata",
    delivery_address: "1 Farm Road\nKaeo",
    phone: "021 555 0100",
    email: "a@quadkea.example",
  };
  const times: number[] = [];
  let pdfBytes = 0;
  for (let round = 0; round < 25; round += 1) {
    const before = process.cpuUsage();
    pdfBytes = (await documentPdf(content, customer)).length;
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return { pdfMs: median(times.slice(5)), pdfBytes };
}
