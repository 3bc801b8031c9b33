import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, approveQuote, monday } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";

const place = "1 Example Road, Whangārei 0110";
const collect = `Collect it from ${place} (Mon-Fri 9:00-17:00 NZ time).`;
const freight = { service: "Courier", zone: "north", rural: true, cents: 1500, words: null };

/** A quote that goes that way, out at once. */
async function quotedBy(changes: object) {
  const app = await buildTestApp({ startAt: monday, environment: { UNDO_SECONDS: "0" } });
  const desk = await quoteDesk(app);
  await desk.send(exampleDraft({ freight: { ...freight, ...changes } }));
  await app.app.run("deals");
  await app.app.run("outbox");
  const [row] = await app.rows("quote_versions");
  const { content_hash: hash, total_cents: totalCents } = row as Record<string, string | number>;
  const sent = { reference: desk.reference, number: 1, hash: String(hash), totalCents: Number(totalCents) };
  const page = () => visit(app, dealPage(app, desk.reference));
  return { app, desk, content: String(row?.["content"]), sent, page };
}

async function mailsOf(app: TestApp): Promise<Record<string, string>> {
  await app.app.run("outbox");
  const mails = (await app.mails()).map(({ subject, text }) => [subject?.replace(/ QK-.*/, ""), text]);
  return Object.fromEntries(mails);
}

test("what is collected costs no freight; page, mails and invoice say where and when, until it is handed over", async () => {
  const { app, desk, content, sent, page } = await quotedBy({ way: "pick-up" });
  expect(JSON.parse(content)).toMatchObject({
    freight: { way: "pick-up", cents: 0, zone: null, rural: false },
  });
  const quote = await page();
  expect(quote.text).toContain(`Pick-up from ${place} $0.00`);
  expect(quote.text).toContain(collect);
  expect(quote.text).toContain("Where to collect");
  expect(quote.text).not.toMatch(/tracking|courier|Delivery address/);
  await approveQuote(app, sent);
  await app.app.run("outbox");
  const { pay, change, cookie } = await orderDesk(app);
  const ref = desk.reference;
  const invoice = await visit(app, `${dealPage(app, ref)}/invoice`);
  expect(invoice.text).toMatch(new RegExp(`Pick-up.*from ${place}`));
  await pay(ref, 18_500);
  expect(await page()).toMatchObject({ heading: "Paid: we are packing it" });
  expect((await page()).text).not.toMatch(/tracking|courier/);
  const parcel = await deskCall(app, cookie, "POST parcel", { ref, carrier: "NZ Post", tracking: "AB1" });
  const error = "The customer collects it: there is no parcel";
  expect(parcel).toMatchObject({ status: 409, body: { error } });
  expect((await desk.quote()).body).toMatchObject({
    next: "packed",
    others: ["payment", "collected", "refund", "cancel", "photos"],
  });
  await change(ref, "packed");
  const packed = await page();
  expect(packed.heading).toBe("Paid: ready to collect");
  expect(packed.text).toContain(collect);
  expect((await desk.quote()).body).toMatchObject({ next: "collected", stage: "Paid: ready to collect" });
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "collect" }]);
  const mails = await mailsOf(app);
  for (const subject of ["Your quote", "Order confirmed", "Paid, thank you", "Ready to collect"])
    expect([subject, mails[subject]]).toEqual([subject, expect.stringContaining(place)]);
  expect(Object.values(mails).join(" ")).not.toContain("tracking");
  expect(await app.rows("outbox")).toContainEqual(expect.objectContaining({ kind: "ready" }));
  expect((await change(ref, "collected")).body).toMatchObject({ order: { state: "delivered" } });
  expect((await page()).heading).toBe("Delivered");
  expect(await app.rows("quote_requests")).toMatchObject([{ status: "completed", next_step: "done" }]);
  expect((await change(ref, "collected")).status).toBe(409);
  expect((await press(app, `${dealPage(app, ref)}/return`, { kind: "faulty", line: "diff" })).status).toBe(
    303,
  );
});

test("whoever comes for a parcel gets it at the counter, but not before the money", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay, change } = await orderDesk(app);
  expect((await change(ref, "collected")).body["error"]).toBe("Only a paid order can be collected");
  await pay(ref, 20_000);
  await pay(ref, -100);
  expect((await change(ref, "collected")).body["error"]).toMatch(/^\$1\.00 is still missing/);
  await pay(ref, 100);
  expect((await change(ref, "packed")).status).toBe(200);
  expect(await mailsOf(app)).not.toHaveProperty("Ready to collect");
  expect((await change(ref, "collected")).body).toMatchObject({ order: { state: "delivered" } });
});

test("a depot is named, and is not rural", async () => {
  const { app, page } = await quotedBy({ way: "depot", words: "Mainfreight, Hamilton" });
  expect((await page()).text).toContain("Freight to the depot Courier, Mainfreight, Hamilton $15.00");
  expect((await mailsOf(app))["Your quote"]).toContain(
    "$15.00, Courier to the depot (Mainfreight, Hamilton)",
  );
  const desk = await quoteDesk(app);
  await desk.save(exampleDraft({ freight: { ...freight, way: "depot" } }));
  expect(await desk.call("send")).toMatchObject({
    status: 422,
    body: { error: "The depot is missing: name it in words" },
  });
});

test("a courier is the way of all older versions: named or not, the frozen content and its hash are the same", async () => {
  const { content, sent } = await quotedBy({ way: "courier" });
  const { freight: frozen } = JSON.parse(content) as { readonly freight: object };
  expect(Object.keys(frozen)).toEqual(["cents", "rural", "service", "words", "zone"]);
  expect(sent.hash).toBe(createHash("sha256").update(content).digest("hex"));
});
