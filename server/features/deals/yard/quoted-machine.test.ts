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
  expect(await page()).toContain("We can pack it from Tuesday 18 August: the law asks");
  const { body } = await desk.quote();
  expect(body).toMatchObject({ held_machine: { number: 1, until: "2026-08-17" } });
  // The last minute of the last day, then the first one after it.
  app.advance(Date.parse("2026-08-17T11:59:00Z") - app.app.services.now().getTime());
  cookie = await app.signIn();
  expect(await leave()).toMatchObject([onHold, onHold]);
  app.advance(60_000);
  expect(await page()).not.toContain("the law asks");
  expect((await leave()).map(({ status }) => status)).toEqual([200, 200]);
  app.advance(dayMs);
  expect((await desk.quote()).body).toMatchObject({ held_machine: null });
});
