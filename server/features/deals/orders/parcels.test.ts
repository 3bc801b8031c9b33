import { expect, test } from "vitest";

import { dealEventWords } from "#domain/deals/history-words.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, monday } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import type { MailServer } from "#tests/mail-server.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { addStaff, deskCall } from "#tests/staff.ts";

/** An order that is paid, and what staff do with its parcels. */
async function paidOrder(app: TestApp) {
  const { ref_number: ref } = await addOrder(app);
  const cookie = await app.signIn();
  const call = (name: Parameters<typeof deskCall>[2], body: object) => deskCall(app, cookie, name, body);
  await call("POST payment", { ref, amount_cents: 20_000, method: "cash", received_on: "2026-08-03" });
  const send = async (tracking: string, carrier = "nz post") => {
    const { body } = await call("POST parcel", { ref, carrier, tracking, anyway: true });
    return body["parcel"] as { id: string; url: string; carrier: string };
  };
  const state = (id: string, to: string) => call("PATCH parcel", { id, state: to });
  const page = () => visit(app, dealPage(app, ref));
  const history = async () => {
    const events = (await app.rows("record_events")).map(({ type, was, becomes }) =>
      dealEventWords(String(type), { was, becomes, user_id: "staff" } as never),
    );
    return events.filter((words) => words !== null);
  };
  return { reference: ref, call, send, state, page, history };
}

/** Subjects and texts of the mails about parcels that have arrived since the last call. */
function parcelMails({ app }: TestApp, mailServer: MailServer) {
  let seen = 0;
  return async () => {
    await app.run("outbox");
    const arrived = mailServer.messages.slice(seen);
    seen = mailServer.messages.length;
    return arrived
      .filter(({ text }) => text?.includes("Tracking number"))
      .map(({ subject = "", text = "" }) => ({ subject, text }));
  };
}

test("with the last parcel delivered the order is delivered, its record completed, and it can be closed", async () => {
  const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: monday });
  const { reference: ref, call, send, state } = await paidOrder(app);
  const first = await send("AB 1&2");
  const second = await send("AB2");
  expect(first.url).toBe("https://www.nzpost.co.nz/tools/tracking?trackid=AB%201%262");
  await app.app.run("outbox");
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
  expect(await words()).toContain("Should arrive Wed 5 to Fri 7 August.");
  await state(first.id, "returned");
  expect(await words()).toContain("We are looking into what has not reached you, and will be in touch.");
  expect(await words()).not.toContain("Should arrive");
  await send("AB3");
  app.advance(5 * 24 * 60 * 60_000);
  expect(await words()).toContain("It should have arrived by Fri 7 August");
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

test("a wrong number is corrected: on the page at once, in the history, and by a mail that says so", async () => {
  const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: monday });
  const { reference: ref, call, send, page, history } = await paidOrder(app);
  const newMails = parcelMails(app, mailServer);
  const { id } = await send("LH123456780NZ");
  expect(await newMails()).toMatchObject([{ subject: `On its way ${ref}: NZ Post LH123456780NZ` }]);
  const right = { id, carrier: "nzpost", tracking: "lh 123 456 789 nz" };
  expect(await call("PATCH parcel", right)).toMatchObject({
    status: 200,
    body: { parcel: { carrier: "NZ Post", tracking: "LH123456789NZ", state: "with_carrier" } },
  });
  expect((await page()).text).toMatch(/Your parcel Invoice 1001 PDF With NZ Post LH123456789NZ/);
  expect((await page()).text).not.toContain("LH123456780NZ");
  expect((await history()).at(-1)).toBe("Corrected the carrier or the tracking number of the parcel");
  expect((await call("PATCH parcel", right)).status).toBe(200);
  const [mail, ...others] = await newMails();
  expect(mail?.subject).toBe(`Corrected ${ref}: NZ Post LH123456789NZ`);
  expect(mail?.text).toContain("Sorry: what we wrote to you about it before was wrong. This is right.");
  expect(others).toEqual([]);
});

test("a first mail that still waits goes out with the right number, as if nothing had been wrong", async () => {
  const { app, mail: mailServer } = await appWithMailServer("defer-data", { startAt: monday });
  const { reference: ref, call, send } = await paidOrder(app);
  const newMails = parcelMails(app, mailServer);
  const { id } = await send("LH123456780NZ");
  await app.app.run("outbox");
  await call("PATCH parcel", { id, tracking: "LH123456788NZ" });
  await call("PATCH parcel", { id, tracking: "LH123456789NZ" });
  mailServer.setMode("accept");
  const [mail, ...others] = await newMails();
  expect(mail?.subject).toBe(`On its way ${ref}: NZ Post LH123456789NZ`);
  expect(mail?.text).not.toContain("Sorry");
  expect(others).toEqual([]);
});

test.each(["paid", "packed"])(
  "a parcel of the wrong order is taken out: the order is %s again, and who was told gets a sentence",
  async (before) => {
    const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: monday });
    const { reference: ref, call, send, state, page, history } = await paidOrder(app);
    const newMails = parcelMails(app, mailServer);
    if (before === "packed") await call("POST order", { ref, change: "packed", anyway: true });
    const { id } = await send("LH123456789NZ");
    await newMails();
    expect(await state(id, "removed")).toMatchObject({ body: { parcel: { state: "removed" } } });
    expect(await app.rows("orders")).toMatchObject([{ state: before }]);
    expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "pack" }]);
    const { heading, text } = await page();
    expect(heading).toBe("Paid: we are packing it");
    expect(text).not.toContain("LH123456789NZ");
    expect((await history()).at(-1)).toBe("Took the parcel out: it was entered by mistake");
    expect((await state(id, "delivered")).status).toBe(409);
    const [mail, ...others] = await newMails();
    expect(mail?.subject).toBe(`Our mistake ${ref}: NZ Post LH123456789NZ`);
    expect(mail?.text).toContain("Sorry: we wrote to you about it by mistake.");
    expect(others).toEqual([]);

    const again = await send("LH123456789NZ");
    await state(again.id, "removed");
    expect(await newMails(), "nobody was told of this one").toEqual([]);
  },
);

test("with one of two parcels taken out the order stays on its way", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { send, state, page } = await paidOrder(app);
  const [first] = [await send("AB1"), await send("AB2")];
  await state(first.id, "removed");
  expect(await app.rows("orders")).toMatchObject([{ state: "sent" }]);
  expect((await page()).text).toContain("AB2");
  expect((await page()).text).not.toContain("AB1");
});

test("with the wrong one of two parcels taken out after the right one has arrived, the order has arrived", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { send, state, page } = await paidOrder(app);
  const [right, wrong] = [await send("AB1"), await send("AB2")];
  await state(right.id, "delivered");
  await state(wrong.id, "removed");
  expect(await app.rows("orders")).toMatchObject([{ state: "delivered" }]);
  expect((await page()).heading).toBe("Delivered");
});

test("the same number on the same order is one parcel and one mail, however it is typed", async () => {
  const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: monday });
  const { reference: ref, call, send } = await paidOrder(app);
  await send("LH123456789NZ");
  app.advance(5 * 60_000);
  for (const tracking of ["LH123456789NZ", "lh 123 456 789 nz", "LH-123456789-NZ", "Tracking: LH123456789NZ"])
    for (const carrier of ["NZ Post", "CourierPost"])
      expect(await call("POST parcel", { ref, carrier, tracking, again: true })).toMatchObject({
        status: 409,
        body: {
          error: expect.stringMatching(/^LH-?123456789-?NZ is already there, entered by .+ 5 min ago$/),
        },
      });
  expect(await parcelMails(app, mailServer)()).toHaveLength(1);
  const second = await send("LH123456790NZ");
  expect((await call("PATCH parcel", { id: second.id, tracking: "lh123456789nz" })).status).toBe(409);
  expect(await app.rows("parcels")).toHaveLength(2);
});

test("a number that is on another open order is asked about, by the name of that one", async () => {
  const app = await buildTestApp({ startAt: monday });
  const one = await paidOrder(app);
  await one.send("LH123456789NZ");
  const { reference: ref, call, send } = await paidOrder(app);
  const parcel = { ref, carrier: "NZ Post", tracking: "lh 123456789 nz", anyway: true };
  const asks = {
    status: 409,
    body: { error: expect.stringContaining(`LH123456789NZ is on ${one.reference} already`), field: "again" },
  };
  expect(await call("POST parcel", { ...parcel, again: false })).toMatchObject(asks);
  const { cookie } = await addStaff(app);
  expect(await deskCall(app, cookie, "POST parcel", parcel), "somebody else").toMatchObject(asks);
  const { id } = await send("LH123456790NZ");
  expect(await call("PATCH parcel", { id, tracking: parcel.tracking, again: false })).toMatchObject(asks);
  expect((await call("PATCH parcel", { id, tracking: parcel.tracking, again: true })).status).toBe(200);
  await one.send("by hand");
  expect((await call("POST parcel", { ...parcel, tracking: "by hand", again: false })).status).toBe(200);
});

test.each([
  ["NZPost", "NZ Post", true],
  ["post haste", "Post Haste", false],
  ["Uncle\u200b  Jim\r\n", "Uncle Jim", false],
])(
  "of a parcel with %j, mail and page say %s, and promise a link only if there is one: %s",
  async (typed, carrier, isLinked) => {
    const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: monday });
    const { send, page } = await paidOrder(app);
    expect(await send("\u202aLH123456789NZ\u202c", typed)).toMatchObject({
      carrier,
      tracking: "LH123456789NZ",
    });
    const [mail] = await parcelMails(app, mailServer)();
    expect(mail?.subject).toContain(`: ${carrier} LH123456789NZ`);
    const words = `${mail?.text} ${(await page()).text}`;
    const promises = [/has the link to track/, /Track your parcel/, /Track it with/];
    expect(promises.map((promise) => promise.test(words))).toEqual(promises.map(() => isLinked));
  },
);

test("an order whose parcel is lost or came back can be cancelled and paid back: no list keeps it", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference: ref, call, send, state, page } = await paidOrder(app);
  const { id } = await send("AB1");
  expect((await call("POST order", { ref, change: "cancel" })).status).toBe(409);
  await state(id, "lost");
  const refund = { ref, amount_cents: -20_000, method: "transfer", received_on: "2026-08-03" };
  expect((await call("POST payment", refund)).status).toBe(200);
  expect((await call("POST order", { ref, change: "cancel" })).status).toBe(200);
  expect(await (await orderDesk(app)).money()).toMatchObject({
    short: [],
    over: [],
    late: [],
    to_refund: [],
  });
  expect((await page()).heading).toBe("Cancelled");
});
