import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";

import { openCustomer } from "#server/features/deals/orders/order-customer.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { receive } from "#tests/inbound-mail.ts";
import { addMoneyRows } from "#tests/money-rows.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { createTestDatabase } from "#tests/postgres.ts";
import { type Example, examples, mailedReference, recordBody } from "#tests/submission-examples.ts";

const commandFile = resolve(import.meta.dirname, "../../commands/copy-to-postgres.ts");
const run = promisify(execFile);

async function addRecord(app: TestApp, example: Example): Promise<void> {
  const reference = await mailedReference(app, example);
  const { table } = example.submission;
  expect((await app.store(table, recordBody(example, reference))).status).toBe(201);
}

function quoteFor(make: string): Example {
  const [quote] = examples;
  return { ...quote!, values: { ...quote!.values, make } };
}

test("a SQLite installation continues in PostgreSQL: equal rows, the same sign-in, pending submissions are stored", async () => {
  const target = await createTestDatabase();
  onTestFinished(() => target.drop());
  const source = await buildTestApp({ environment: { DATABASE_URL: "" } });
  for (const example of examples) await addRecord(source, example);
  await mailedReference(source, quoteFor("Waiting"));
  await source.app.services.mailStep.settled();
  const order = await addOrder(source);
  await (await orderDesk(source)).pay(order.ref_number, 20_000);
  await addMoneyRows(source, order);
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  for (let number = 0; number < 7; number += 1)
    await receive(source, { attachments: [{ filename: `${number}.png`, content: photo }] });
  const filesOf = async (app: TestApp) => {
    const rows = await app.rows("inbound_files");
    return new Map(rows.map(({ id, content }) => [id, Buffer.from(content as Uint8Array)]));
  };
  const files = await filesOf(source);
  const { ANON_KEY = "", SESSION_SECRET = "", LINK_SECRET = "" } = source.environment;
  const secrets = { ANON_KEY, SESSION_SECRET, LINK_SECRET };
  const copy = () =>
    run(process.execPath, [commandFile], {
      env: { DATA_DIR: source.dataDir, DATABASE_URL: target.url, ...secrets },
    });
  await expect(copy()).rejects.toThrow("Another server is using");
  await source.stop();
  expect((await copy()).stdout).toMatch(
    /^Copied, and equal: attempts 4, .*bank_lines 1, card_refunds 1, card_sessions 1, .*documents 1, inbound_files 7, inbound_mails 7, inbound_sources 7, .*orders 1, .*outbox \d+, .*quote_requests 2, quote_versions 1, .*users 1/,
  );
  await expect(copy()).rejects.toThrow("not empty");
  const moved = await buildTestApp({
    environment: { DATABASE_URL: target.url, ADOPT_AFTER_MINUTES: "0", ...secrets },
  });
  await moved.app.run("housekeeping");
  await addRecord(moved, quoteFor("New"));
  const headers = { cookie: await moved.signIn(), prefer: "count=exact" };
  const list = await moved.fetch("/rest/v1/quote_requests?select=*", { headers });
  expect(list.headers.get("content-range")).toBe("0-3/4");
  expect(await moved.rows("record_counts")).toContainEqual({
    record_table: "contact_messages",
    status: "new",
    count: 1,
  });
  expect(await filesOf(moved)).toEqual(files);
  expect(files.size).toBe(7);
  const [copied] = await moved.rows("orders");
  expect(
    openCustomer(moved.app.services, { id: order.id, customer: String(copied?.["customer"]) }),
  ).toMatchObject({
    email: "aroha@example.co.nz",
  });
  expect((await addOrder(moved)).invoice_number).toBe(order.invoice_number + 1);
  const { database } = moved.app.services;
  const change = database.write((tx) => tx.updateTable("orders").set({ total_cents: 1 }).execute());
  await expect(change).rejects.toThrow("orders cannot be changed");
  const write = database.write((tx) => tx.updateTable("documents").set({ total_cents: 1 }).execute());
  await expect(write).rejects.toThrow("invoices and credit notes cannot be changed");
});
