import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, monday } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { deskCall } from "#tests/staff.ts";

/** An order that is paid, and what staff do with its parcels. */
async function paidOrder(app: TestApp) {
  const { ref_number: ref } = await addOrder(app);
  const cookie = await app.signIn();
  const call = (name: Parameters<typeof deskCall>[2], body: object) => deskCall(app, cookie, name, body);
  await call("POST payment", { ref, amount_cents: 20_000, method: "cash", received_on: "2026-08-03" });
  const send = async (tracking: string) => {
    const { body } = await call("POST parcel", { ref, carrier: "nz post", tracking });
    return body["parcel"] as { id: string; url: string };
  };
  const state = (id: string, to: string) => call("PATCH parcel", { id, state: to });
  return { reference: ref, call, send, state };
}

test("with the last parcel delivered the order is delivered, its record completed, and it can be closed", async () => {
  const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: monday });
  const { reference: ref, call, send, state } = await paidOrder(app);
  const first = await send("AB 1&2");
  const second = await send("AB2");
  expect(first.url).toBe("https://www.nzpost.co.nz/tools/tracking?trackid=AB%201%262");
  await app.app.sendMails();
  const onTheirWay = mailServer.messages.filter(({ subject }) => subject?.startsWith("On its way"));
  const link = dealPage(app, ref);
  const links = onTheirWay.map(({ html = "" }) => [...html.matchAll(/href="([^"]*)"/g)].map(([, at]) => at));
  expect(links.map((all) => all.map((at) => new URL(at ?? "").pathname))).toEqual([[link], [link]]);
  expect(onTheirWay.map(({ text }) => text?.includes("AB"))).toEqual([true, true]);
  expect((await state(first.id, "delivered")).body).toMatchObject({ parcel: { state: "delivered" } });
  expect(await app.rows("orders")).toMatchObject([{ state: "sent" }]);
  await state(second.id, "delivered");
  expect(await app.rows("orders")).toMatchObject([
    { state: "delivered", delivered_at: app.app.services.now().toISOString() },
  ]);
  expect(await app.rows("quote_requests")).toMatchObject([{ status: "completed", next_step: "done" }]);
  const { body } = await call("POST order", { ref, change: "close" });
  expect(body).toMatchObject({ order: { state: "closed" } });
  expect((await state("nothing", "delivered")).status).toBe(404);
});

test("an order with a lost parcel stays on its way until its replacement has arrived", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { send, state } = await paidOrder(app);
  const [first, second] = [await send("AB1"), await send("AB2")];
  await state(first.id, "delivered");
  await state(second.id, "lost");
  expect(await app.rows("orders")).toMatchObject([{ state: "sent" }]);
  await state(second.id, "lost");
  expect(await app.rows("orders")).toMatchObject([{ state: "sent" }]);
  const replacement = await send("AB3");
  await state(replacement.id, "delivered");
  expect(await app.rows("orders")).toMatchObject([{ state: "delivered" }]);
});

test("the page names days of arrival only while a parcel is on its way", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference, send, state } = await paidOrder(app);
  const words = async () => (await visit(app, dealPage(app, reference))).text;
  const [first, second] = [await send("AB1"), await send("AB2")];
  await state(second.id, "lost");
  expect(await words()).toContain("usually arrive between Wednesday 5 August and Friday 7 August");
  await state(first.id, "returned");
  expect(await words()).toContain("We are looking into what has not reached you, and will be in touch.");
  expect(await words()).not.toContain("usually arrive");
});

test("an order whose last parcel is lost is delivered once staff say of the others that nothing else goes", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { send, state } = await paidOrder(app);
  const [first, second] = [await send("AB1"), await send("AB2")];
  await state(first.id, "delivered");
  const arrived = app.app.services.now().toISOString();
  await state(first.id, "delivered");
  expect(await app.rows("orders")).toMatchObject([{ state: "sent" }]);
  await state(second.id, "lost");
  app.advance(60_000);
  expect(await state(first.id, "delivered")).toMatchObject({ body: { parcel: { delivered_at: arrived } } });
  expect(await app.rows("orders")).toMatchObject([{ state: "delivered" }]);
  expect(await app.rows("quote_requests")).toMatchObject([{ status: "completed", next_step: "done" }]);
});
