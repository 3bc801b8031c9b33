import { expect, test } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { approveQuote, monday } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { yardDesk } from "#tests/purchase-example.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";

const offMachine = (number: number, changes: object = {}) =>
  exampleDraft({ lines: [draftLine({ machine_number: number, ...changes })] });

/** The version that was sent, as the visitor approves it. */
async function newest(app: TestApp, reference: string) {
  const rows = await app.rows("quote_versions");
  const { number, content_hash } = rows.at(-1) ?? {};
  return { reference, number: Number(number), hash: String(content_hash), totalCents: 20_000 };
}

test("a quote says what machine of the yard a part comes off: on the page, in the mail and on the invoice", async () => {
  const app = await buildTestApp({ startAt: monday });
  await (await yardDesk(app)).bought();
  const desk = await quoteDesk(app);
  await desk.save(offMachine(2));
  const refused = await desk.call("send");
  expect(refused).toMatchObject({
    status: 422,
    body: { error: "Front diff: there is no machine 2 in the yard" },
  });
  expect((await desk.read(`quote-preview?ref=${desk.reference}`)).status).toBe(422);
  await desk.send(offMachine(1, { machine: null }));
  app.advance(10_000);
  await app.app.run("deals");
  await app.app.run("outbox");
  const off = "a 2011 Suzuki DR200SE Trojan";
  expect((await visit(app, dealPage(app, desk.reference))).text).toContain(`From ${off}`);
  const mail = (await app.mails()).find(({ subject }) => subject?.startsWith("Your quote"));
  expect(mail?.text).toContain(`From ${off}`);
  expect(mail?.text).not.toContain("achine 1");
  await approveQuote(app, await newest(app, desk.reference));
  const invoice = await visit(app, `${dealPage(app, desk.reference)}/invoice`);
  expect(invoice.text).toContain(`from ${off}`);
});

test("until the hold ends, what comes off a machine is sold but neither packed nor sent", async () => {
  const app = await buildTestApp({ startAt: monday });
  await (await yardDesk(app)).bought();
  const desk = await quoteDesk(app);
  await desk.send(offMachine(1, { machine: null }));
  app.advance(10_000);
  await app.app.run("deals");
  await approveQuote(app, await newest(app, desk.reference));
  let cookie = await app.signIn();
  const ref = desk.reference;
  const call = (name: Parameters<typeof deskCall>[2], body: object) =>
    deskCall(app, cookie, name, { ref, ...body });
  const paid = { amount_cents: 20_000, method: "transfer", received_on: "2026-08-03" };
  await call("POST payment", paid);
  const leave = async () => [
    await call("POST order", { change: "packed", anyway: true }),
    await call("POST parcel", { carrier: "NZ Post", tracking: "AB1" }),
  ];
  const error = "Machine 1 is on hold until Monday 17 August: nothing off it leaves before";
  expect(await app.rows("quote_requests")).toMatchObject([
    { next_step: "pack", step_until: expect.stringMatching(/^2026-08-17.12:00/) },
  ]);
  const onHold = { status: 409, body: { error } };
  expect(await leave()).toMatchObject([onHold, onHold]);
  const page = async () => (await visit(app, dealPage(app, ref))).text;
  expect(await page()).toContain("Leaves from Tuesday 18 August: until then the law has us hold");
  const { body } = await desk.quote();
  expect(body).toMatchObject({ held_machine: { number: 1, until: "2026-08-17" } });
  // The last minute of the last day, then the first one after it.
  app.advance(Date.parse("2026-08-17T11:59:00Z") - app.app.services.now().getTime());
  cookie = await app.signIn();
  expect(await leave()).toMatchObject([onHold, onHold]);
  app.advance(60_000);
  expect(await page()).not.toContain("the law");
  expect((await leave()).map(({ status }) => status)).toEqual([200, 200]);
  app.advance(dayMs);
  expect((await desk.quote()).body).toMatchObject({ held_machine: null });
});

const heldUntil = "until then the law has us hold the machine it comes off.";

test("the hold is said before the money: in the preview, the mail, on the page and beside the button, and with it after", async () => {
  const app = await buildTestApp({ startAt: monday });
  const yard = await yardDesk(app);
  await yard.bought();
  await yard.bought({ bought_on: "2026-08-01" });
  const desk = await quoteDesk(app);
  const later = draftLine({ id: "hub", machine_number: 2 });
  await desk.save(exampleDraft({ lines: [draftLine({ machine_number: 1 }), later] }));
  const sentence = `Leaves from Tuesday 18 August: ${heldUntil}`;
  const { body: preview } = await desk.read(`quote-preview?ref=${desk.reference}`);
  for (const part of ["text", "html", "page"]) expect(preview[part]).toContain(sentence);
  await desk.call("send");
  app.advance(10_000);
  await app.app.run("deals");
  await app.app.run("outbox");
  const ready = await visit(app, dealPage(app, desk.reference));
  expect(ready.text.split(sentence)).toHaveLength(3);
  expect(ready.text).toContain("Sent on Tuesday 18 August, it should arrive Thu 20 to Mon 24 August.");
  expect(ready.html).toMatch(/<form[^>]*id="approve"(?:(?!<\/form>).)*Leaves from Tuesday 18 August/s);
  await approveQuote(app, await newest(app, desk.reference));
  expect((await visit(app, dealPage(app, desk.reference))).text).toContain(sentence);
  const paid = { ref: desk.reference, amount_cents: 38_500, method: "transfer", received_on: "2026-08-03" };
  await app.app.run("outbox");
  await deskCall(app, await app.signIn(), "POST payment", paid);
  await app.app.run("outbox");
  const told = (await app.mails()).filter(({ text }) => text?.includes(sentence));
  expect(told.map(({ subject }) => subject?.replace(/ QK-.*/, ""))).toEqual([
    "Your quote",
    "Order confirmed",
    "Paid, thank you",
  ]);
  expect(told.at(-1)?.text).not.toContain("packing your parts now");
});

test("a hold that ends between quote and payment is not said any more, on the page or in a mail", async () => {
  const app = await buildTestApp({ startAt: monday });
  await (await yardDesk(app)).bought();
  const desk = await quoteDesk(app);
  await desk.send({ ...offMachine(1), valid_days: 60 });
  app.advance(10_000);
  await app.app.run("deals");
  const page = async () => (await visit(app, dealPage(app, desk.reference))).text;
  expect(await page()).toContain(heldUntil);
  app.advance(Date.parse("2026-08-17T12:00:00Z") - app.app.services.now().getTime());
  expect(await page()).not.toContain("Leaves from");
  await approveQuote(app, await newest(app, desk.reference));
  const paid = { ref: desk.reference, amount_cents: 20_000, method: "transfer", received_on: "2026-08-18" };
  await deskCall(app, await app.signIn(), "POST payment", paid);
  expect(await page()).toContain("Most parcels arrive 2-4 business days later.");
  await app.app.run("outbox");
  const thanks = (await app.mails()).find(({ subject }) => subject?.startsWith("Paid, thank you"));
  expect(thanks?.text).toContain("We are packing your parts now.");
});

test("of alternatives, only the machine that the chosen one comes off counts once it is approved", async () => {
  const app = await buildTestApp({ startAt: monday });
  await (await yardDesk(app)).bought();
  const desk = await quoteDesk(app);
  const choice = { kind: "choice", group: "a" };
  const lines = [draftLine({ ...choice, machine_number: 1 }), draftLine({ ...choice, id: "other" })];
  await desk.send(exampleDraft({ lines }));
  app.advance(10_000);
  await app.app.run("deals");
  const page = async () => (await visit(app, dealPage(app, desk.reference))).text;
  expect(await page()).toContain("Leaves from Tuesday 18 August");
  await approveQuote(app, await newest(app, desk.reference), { choices: { a: "other" }, options: [] });
  expect(await page()).not.toContain("Leaves from");
});
