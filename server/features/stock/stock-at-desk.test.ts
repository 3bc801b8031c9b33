import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";

import { Resvg } from "@resvg/resvg-js";
import { expect, test } from "vitest";

import { keepPhoto } from "#server/features/deals/photos/keep-photo.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { dealPage, see } from "#tests/deal-visit.ts";
import { plainPhoto } from "#tests/photo-examples.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { stockDesk } from "#tests/stock-desk.ts";

const hasZbar = spawnSync("zbarimg", ["--version"]).status === 0;

test("labels are one a page in the order that was asked for; one of no part, or of an unknown one, is refused by name", async () => {
  const app = await buildTestApp();
  const { cookie, machine, written } = await stockDesk(app);
  await written(await machine(), { name: "Rear diff", grade: "B", shelf: "D-17" }, { name: "Seat <b>" });
  const labels = (numbers: string) =>
    app.fetch(`/functions/v1/part-labels?numbers=${numbers}`, { headers: { cookie } });
  const page = await see(labels("P2,1"));
  expect(page.text).toMatch(/P2.*Seat <b>.*P1.*Rear diff.*2015 Honda TRX420FM.*Grade B · M-1\s+D-17/s);
  expect(page.html).toContain("@page{size:62mm 29mm;");
  expect(page.html.match(/<article>/g)).toHaveLength(2);
  for (const [numbers, status, words] of [
    ["", 422, "Choose the parts"],
    ["1,P9", 404, "There is no part P9"],
    ["seat", 404, "There is no part seat"],
    [Array.from({ length: 101 }, (_, index) => index + 1).join(), 422, "At most 100"],
  ] as const) {
    const refused = await labels(numbers);
    expect([refused.status, await refused.text()]).toEqual([status, expect.stringContaining(words)]);
  }
});

test.runIf(hasZbar)("a scanner reads a label in 8 dots a millimetre, and is led to the part", async () => {
  const app = await buildTestApp({ environment: { SITE_ORIGIN: "https://www.quadkea.example" } });
  const { cookie, written } = await stockDesk(app);
  await written(null, { name: "Seat" });
  const page = await app.fetch("/functions/v1/part-labels?numbers=1", { headers: { cookie } });
  const [svg = ""] = /<svg[^]*?<\/svg>/.exec(await page.text()) ?? [];
  const file = join(app.dataDir, "code.png");
  await writeFile(file, new Resvg(svg, { fitTo: { mode: "width", value: 24 * 8 } }).render().asPng());
  const read = spawnSync("zbarimg", ["--quiet", file], { encoding: "utf8" });
  expect(read.stdout.trim()).toBe("QR-Code:HTTPS://WWW.QUADKEA.EXAMPLE/P/1");
  const scanned = await app.fetch("/P/1");
  expect([scanned.status, scanned.headers.get("location")]).toEqual([302, "/admin/part/1"]);
});

async function listed(app: TestApp, cookie: string, filter: string): Promise<string[]> {
  const response = await app.fetch(`/rest/v1/quote_requests?${filter}`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { ref_number: string }[]).map((row) => row.ref_number);
}

async function partsFor(app: TestApp) {
  const stock = await stockDesk(app);
  const desk = await quoteDesk(app, { cookie: stock.cookie });
  const [request] = await app.rows("quote_requests");
  const { make, model, year, part_needed: name } = request!;
  const fields = { name: String(name), make: String(make), model: String(model), year: Number(year) };
  return { ...stock, desk, fields };
}

test("a request is in stock while a part that fits is free: its year counts", async () => {
  const app = await buildTestApp();
  const { cookie, call, written, desk, fields } = await partsFor(app);
  const inStock = () => listed(app, cookie, "in_stock=eq.true");
  expect(await inStock()).toEqual([]);
  await written(null, { ...fields, year: 1999, fits: [] }, { ...fields, name: "Seat" });
  expect(await inStock(), "another year, another part").toEqual([]);
  const [part] = await written(null, fields);
  expect(await inStock()).toEqual([desk.reference]);
  const rows = await app.fetch("/rest/v1/quote_requests?select=*,repeats", { headers: { cookie } });
  expect(await rows.json()).toMatchObject([{ in_stock: true }]);
  const gone = { number: part!.number, state: "gone", reason: "lost" };
  expect((await call("PATCH part", gone, part!.version)).status).toBe(200);
  expect(await inStock()).toEqual([]);
});

test("a part that is held makes the other open quotes with it stand under “Quoted, now held”", async () => {
  const app = await buildTestApp();
  const { cookie, written, desk, fields } = await partsFor(app);
  const other = await quoteDesk(app, { cookie });
  const [part] = await written(null, { ...fields, shelf: "D-17" });
  const draft = exampleDraft({ lines: [draftLine({ item_label: `p ${part!.number}` })] });
  for (const one of [desk, other]) await one.send(draft);
  app.advance(11_000);
  await app.app.run("outbox");
  const held = () => listed(app, cookie, "quoted_held=eq.true");
  expect(await held()).toEqual([]);
  const selection = { choices: {}, options: [] };
  expect(await desk.call("approve", { number: 1, how: "phone", note: "Yes", selection })).toMatchObject({
    status: 200,
  });
  expect(await held()).toEqual([other.reference]);
  expect(await listed(app, cookie, "in_stock=eq.true"), "it is not free").toEqual([]);
  expect((await desk.quote()).body["sold"]).toMatchObject([{ label: "p 1", shelf: "D-17" }]);
  await desk.call("order", { change: "cancel", note: null });
  expect(await held()).toEqual([]);
});

test("pieces count as in stock until orders hold all of them", async () => {
  const app = await buildTestApp();
  const { cookie, written, desk, fields } = await partsFor(app);
  await written(null, { ...fields, quantity: 3 });
  const other = await quoteDesk(app, { cookie });
  const fitting = async () => {
    const { body } = await other.read(`stock-for?ref=${other.reference}`);
    return (body["parts"] as { free: number }[]).map(({ free }) => free);
  };
  const inStock = () => listed(app, cookie, "in_stock=eq.true&order_placed=eq.false");
  for (const [one, free] of [
    [desk, 1],
    [await quoteDesk(app, { cookie }), 0],
  ] as const) {
    const pieces = free === 1 ? 2 : 1;
    await one.send(exampleDraft({ lines: [draftLine({ item_label: "P1", quantity: pieces })] }));
    app.advance(11_000);
    await app.app.run("outbox");
    expect(await inStock()).toContain(other.reference);
    const approval = { number: 1, how: "phone", note: "Yes", selection: { choices: {}, options: [] } };
    expect((await one.call("approve", approval)).status).toBe(200);
    expect(await fitting()).toEqual(free === 0 ? [] : [free]);
  }
  expect(await inStock()).toEqual([]);
});

test("a customer sees the photo of a part in stock once the quote that names it has left, and no other one", async () => {
  const app = await buildTestApp();
  const { cookie, written, desk, fields } = await partsFor(app);
  await written(null, fields, fields);
  const { services } = app.app;
  /** As the phone's call keeps it. */
  const photo = async (number: number, colour: string) => {
    const id = randomUUID();
    const facts = { id, ref_number: desk.reference, kind: "part", shot: null, user_id: null } as const;
    const kept = await keepPhoto(services, facts, Readable.from([await plainPhoto(400, 300, colour)]));
    await services.database.write((tx) =>
      tx
        .updateTable("photos")
        .set({ ref_number: `P${number}` })
        .where("id", "=", id)
        .execute(),
    );
    return "ok" in kept ? kept.ok : "";
  };
  const [named, unnamed] = [await photo(1, "#933"), await photo(2, "#393")];
  const page = dealPage(app, desk.reference);
  const status = async (hash: string) => (await app.fetch(`${page}/photo/${hash}?w=320`)).status;
  const draft = exampleDraft({ lines: [draftLine({ item_label: "P1", photos: [named] })] });
  expect((await desk.save(draft)).status).toBe(200);
  const preview = await desk.read(`quote-preview?ref=${desk.reference}`);
  expect(preview.body["page"]).toContain(`src="/functions/v1/photo/${named}?w=320"`);
  expect((await app.fetch(`/functions/v1/photo/${named}`, { headers: { cookie } })).status).toBe(200);
  expect(await status(named)).toBe(404);
  await desk.send(draft);
  app.advance(11_000);
  await app.app.run("outbox");
  expect([await status(named), await status(unnamed)]).toEqual([200, 404]);
  expect((await desk.quote()).body["sold"]).toMatchObject([{ photo: expect.stringContaining("/photo/") }]);
});
