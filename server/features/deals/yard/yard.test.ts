import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Resvg } from "@resvg/resvg-js";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { trader } from "#domain/deals/quote.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { see } from "#tests/deal-visit.ts";
import { addVehicle, examplePurchase, yardDesk } from "#tests/purchase-example.ts";

const hasZbar = spawnSync("zbarimg", ["--version"]).status === 0;

test("a purchase makes a machine with the next number, completes the record and cannot be entered twice", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await yardDesk(app);
  const reference = await addVehicle(app);
  const body = { ref: reference, ...examplePurchase };
  const keyless = await app.postJson("/functions/v1/purchase", body, { cookie: desk.cookie });
  expect(keyless.status).toBe(428);
  const machine = {
    number: 1,
    ref: reference,
    name: "2011 Suzuki DR200SE Trojan",
    vin: null,
    registration: null,
    gst: "second-hand",
    price_cents: 75_000,
    bought_on: "2026-08-03",
    hold_until: "2026-08-17",
    days_to_go: 15,
  };
  const first = await desk.buy(reference, {}, "one");
  expect(first).toMatchObject({ status: 200, body: { machine } });
  expect(await desk.buy(reference, {}, "one"), "the same call again").toEqual(first);
  expect(await desk.buy(reference)).toMatchObject({ status: 409 });
  expect(await app.rows("purchases")).toHaveLength(1);
  expect(await app.rows("vehicle_submissions")).toMatchObject([{ status: "completed", next_step: "done" }]);
});

test("machines bought at the same moment get numbers without gaps; the yard lists those on hold first", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await yardDesk(app);
  const references: string[] = [];
  for (let left = 6; left > 0; left -= 1) references.push(await addVehicle(app));
  const bought = await Promise.all(
    references.map((reference, index) =>
      desk.buy(reference, index % 2 === 0 ? {} : { bought_on: "2026-06-01" }),
    ),
  );
  expect(bought.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const { machines } = await desk.yard();
  const numbers = machines.map(({ number }: { number: number }) => number);
  expect(numbers.toSorted((a: number, b: number) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(machines.map(({ days_to_go: days }: { days_to_go: number }) => days)).toEqual([15, 15, 15, 0, 0, 0]);
});

test("a pick-up that was arranged is done with the purchase", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await yardDesk(app);
  const reference = await addVehicle(app);
  await arrangePickUp(app, reference);
  await desk.buy(reference);
  expect(await app.rows("pick_ups")).toMatchObject([{ state: "done" }]);
});

/** As the seller accepts an offer. */
async function arrangePickUp({ app }: TestApp, ref_number: string): Promise<void> {
  const at = app.services.now().toISOString();
  const { id: user_id } = await app.services.database.reader
    .selectFrom("users")
    .select("id")
    .executeTakeFirstOrThrow();
  const said = { reference: ref_number, number: 1, amount_cents: 1, valid_until: "2026-08-10" };
  const content = { ...said, machine: "", pick_up: [], words: null, business: trader(), terms_version: "1" };
  const kept = { content: JSON.stringify(content), content_hash: "", amount_cents: 1 };
  const offer = {
    ref_number,
    number: 1,
    state: "approved",
    ...kept,
    valid_until: "2026-08-10",
    user_id,
  } as const;
  const times = { queued_at: at, undo_until: at, changed_at: at };
  const window = { from_at: at, until_at: at, accepted_at: at, changed_at: at };
  const paid = { pay: "cash", account: null, is_gst_registered: false } as const;
  await app.services.database.write(async (tx) => {
    await tx
      .insertInto("offers")
      .values({ ...offer, ...times })
      .execute();
    const pickUp = { id: "one", ref_number, number: 1, state: "arranged", ...window, ...paid } as const;
    await tx.insertInto("pick_ups").values(pickUp).execute();
  });
}

test("a correction is a further record: the machine follows it, and only the newest can be corrected", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await yardDesk(app);
  const reference = await addVehicle(app);
  expect((await desk.buy(reference, { corrects: "nothing" })).status).toBe(409);
  const { id } = (await desk.buy(reference)).body;
  const changes = { corrects: id, bought_on: "2026-07-31", vin: "jsa ak46 0012", price_cents: 80_000 };
  const corrected = await desk.buy(reference, changes);
  const machine = { number: 1, vin: "JSAAK460012", price_cents: 80_000, hold_until: "2026-08-14" };
  expect(corrected).toMatchObject({ status: 200, body: { machine } });
  expect((await desk.buy(reference, { corrects: id })).status, "an older one").toBe(409);
  await desk.buy(reference, { ...changes, corrects: corrected.body.id, name: "Wiremu Tane" });
  const rows = await app.rows("purchases");
  expect(rows.map(({ price_cents: cents }) => cents).toSorted()).toEqual([75_000, 80_000, 80_000]);
  const types = (await app.rows("record_events")).map(({ type }) => type);
  expect(types.filter((type) => String(type).startsWith("purchase"))).toEqual([
    "purchase",
    "purchase_corrected",
    "purchase_corrected",
  ]);
});

test("what is missing is named, and nothing is kept", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await yardDesk(app);
  const reference = await addVehicle(app);
  const refused = await desk.buy(reference, { address: " " });
  expect(refused).toMatchObject({
    status: 422,
    body: { success: false, field: "address", error: "The seller's address is missing" },
  });
  expect((await desk.buy(reference, { bought_on: "2026-08-04" })).body).toMatchObject({ field: "bought_on" });
  expect([await app.rows("machines"), await app.rows("document_numbers")]).toEqual([[], []]);
  expect(await desk.bought()).not.toBe("");
  expect(await desk.yard()).toMatchObject({ machines: [{ number: 1 }] });
});

test("the record is sealed and frozen: the database holds no name of the seller, and refuses changes", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await yardDesk(app);
  await desk.bought({ name: "Quintus Seldom", identity_number: "ZZ987654", address: "Nowhere Lane" });
  const tables = ["purchases", "machines", "record_events", "audit_entries", "deal_calls", "outbox"];
  const stored = await Promise.all(tables.map((table) => app.rows(table)));
  const names = (await readdir(app.dataDir)).filter((name) => name.startsWith("quadkea.db"));
  const files = await Promise.all(names.map((name) => readFile(join(app.dataDir, name))));
  for (const secret of ["Quintus", "ZZ987654", "Nowhere Lane"]) {
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(files.some((file) => file.includes(secret))).toBe(false);
  }
  const { database } = app.app.services;
  for (const change of [sql`sealed = 'x'`, sql`bought_on = '2026-01-01'`, sql`corrects = id`])
    await expect(database.write((tx) => sql`update purchases set ${change}`.execute(tx))).rejects.toThrow();
});

test("the printed record says what the law asks, with its corrections, and each view is in the audit list", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await yardDesk(app);
  const reference = await desk.bought({ description: "Red <b>dent</b>" });
  const { id } = (await app.rows("purchases"))[0] ?? {};
  await desk.buy(reference, { description: "Blue", corrects: id });
  const page = await see(desk.get(`purchase-record?ref=${reference}`));
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^ ]+';/,
  );
  for (const shown of [
    "Dealer's record, machine 1",
    "Our number 1",
    "Wiremu Tāne",
    "Sunday 30 April 1961",
    "NZ driver licence",
    "AB123456",
    "$750.00",
    "Monday 3 August 2026",
    "Signature of the seller",
    "Corrected by",
    "Description Blue",
  ])
    expect(page.text).toContain(shown);
  expect(page.html).not.toContain("<b>dent");
  expect(page.html).toContain("@page{size:A4;");
  const { entries } = await (await desk.get("audit")).json();
  const views = entries.filter(({ words }: { words: string }) => words.includes("dealer's record"));
  expect(views).toMatchObject([{ words: "Opened the dealer's record of machine 1" }]);
  expect((await desk.get("purchase-record?ref=QK-0000-0000")).status).toBe(404);
});

test.runIf(hasZbar)(
  "a label carries the number and two codes that lead to the machine's row in the yard",
  async () => {
    const environment = { SITE_ORIGIN: "https://www.quadkea.example" };
    const app = await buildTestApp({ startAt: monday, environment });
    const desk = await yardDesk(app);
    await desk.bought();
    const page = await see(desk.get("yard-label?number=1"));
    expect(page.text).toContain("On hold to the end of Monday 17 August 2026");
    const read = await Promise.all(
      [...page.html.matchAll(/<svg[^]*?<\/svg>/g)].map(async ([svg], index) => {
        const file = join(app.dataDir, `code-${index}.png`);
        await writeFile(file, new Resvg(svg, { fitTo: { mode: "width", value: 600 } }).render().asPng());
        return spawnSync("zbarimg", ["--quiet", file], { encoding: "utf8" }).stdout.trim();
      }),
    );
    expect(read).toEqual(["QR-Code:HTTPS://WWW.QUADKEA.EXAMPLE/Y/1", "CODE-128:M-1"]);
    expect(page.html, "ten modules of white beside the bars").toContain('viewBox="-10 0 ');
    const scanned = await app.fetch("/Y/1");
    expect([scanned.status, scanned.headers.get("location")]).toEqual([302, "/admin/yard?machine=1"]);
    expect((await desk.get("yard-label?number=2")).status).toBe(404);
  },
);
