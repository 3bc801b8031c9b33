import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";

import { openCustomer } from "#server/features/deals/orders/order-customer.ts";
import { purchaseIfReadable } from "#server/features/deals/sales/dealers-record.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { FakeBucket } from "#tests/fake-bucket.ts";
import { receive } from "#tests/inbound-mail.ts";
import { addMoneyRows } from "#tests/money-rows.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { createTestDatabase } from "#tests/postgres.ts";
import { addBoughtMachine, addPartWithPhoto } from "#tests/sale-rows.ts";
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

/** Of one upload. */
async function addPieces({ app }: TestApp, many: number): Promise<void> {
  const { database } = app.services;
  const { id: upload_id } = await database.reader
    .selectFrom("photo_uploads")
    .select("id")
    .executeTakeFirstOrThrow();
  const pieces = Array.from({ length: many }, (_, index) => index + 1).map((index) => ({
    upload_id,
    position: index * 3,
    content: Buffer.from([index, 0, 255]),
  }));
  await database.write((tx) => tx.insertInto("photo_pieces").values(pieces).execute());
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
  const seller = { email: "moana@example.co.nz", full_name: "Moana Tahi" };
  const sold = await addBoughtMachine(source, seller);
  await addPieces(source, 12);
  const ofPart = await addPartWithPhoto(source);
  const filesOf = async (app: TestApp) => {
    const rows = await app.rows("inbound_files");
    return new Map(rows.map(({ id, content }) => [id, Buffer.from(content as Uint8Array)]));
  };
  const files = await filesOf(source);
  const { ANON_KEY = "", SESSION_SECRET = "", LINK_SECRET = "" } = source.environment;
  const secrets = { ANON_KEY, SESSION_SECRET, LINK_SECRET };
  const bucket = await FakeBucket.start();
  const copy = () =>
    run(process.execPath, [commandFile], {
      env: { DATA_DIR: source.dataDir, DATABASE_URL: target.url, PHOTOS: bucket.url(), ...secrets },
    });
  await expect(copy()).rejects.toThrow("Another server is using");
  await source.stop();
  expect((await copy()).stdout).toMatch(
    /^Copied, and equal: asked_parts 2, attempts 5, .*bank_lines 1, card_refunds 1, card_sessions 1, .*documents 1, inbound_files 7, inbound_mails 7, inbound_sources 7, .*machine_sales 0, machines 1, .*offers 1, .*orders 1, .*outbox \d+, .*part_fits 7, part_words \d+, parts 1, .*photo_pieces 13, photo_removals 0, photo_requests 1, photo_uploads 1, photos 3, pick_ups 1, purchases 1, .*quote_requests 2, quote_versions 1, .*users 1/,
  );
  expect(bucket.files.size).toBe(6); // Three photos, each large and small.
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
  const pieces = await moved.rows("photo_pieces");
  expect(pieces.map(({ content }) => [...(content as Uint8Array)])).toContainEqual([12, 0, 255]);
  const [record] = await moved.rows("purchases");
  const { id, sealed } = { id: String(record?.["id"]), sealed: String(record?.["sealed"]) };
  expect(purchaseIfReadable(moved.app.services, { id, sealed })).toMatchObject({ name: seller.full_name });
  expect(await moved.rows("machines")).toMatchObject([{ number: 1, ref_number: sold }]);
  expect(await moved.rows("parts")).toMatchObject([{ number: 1, machine_number: 1, photo: ofPart }]);
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
