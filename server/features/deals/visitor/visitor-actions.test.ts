import { expect, test } from "vitest";

import { declineReasons } from "#domain/deals/desk-settings.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, monday } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { deskCall } from "#tests/staff.ts";

const [tooDear = ""] = declineReasons;

test("the visitor says that the parcel has arrived: order delivered, record completed, once", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const path = dealPage(app, ref);
  expect((await press(app, `${path}/received`, { confirm: "on" })).status).toBe(409);
  const { cookie, pay } = await orderDesk(app);
  await pay(ref, 20_000, { method: "cash" });
  await deskCall(app, cookie, "POST parcel", {
    ref,
    carrier: "NZ Post",
    tracking: "AB 123<9>",
    anyway: true,
  });
  const onItsWay = await visit(app, path);
  expect(onItsWay.heading).toBe("On its way");
  expect(onItsWay.html).toContain('href="https://www.nzpost.co.nz/tools/tracking?trackid=AB%20123%3C9%3E"');
  expect(onItsWay.text).toContain("AB 123<9>");
  expect((await press(app, `${path}/received`)).status).toBe(400);
  expect((await press(app, `${path}/received`, { confirm: "on" })).status).toBe(303);
  expect((await visit(app, path)).heading).toBe("Delivered");
  expect(await app.rows("parcels")).toMatchObject([{ state: "delivered" }]);
  expect(await app.rows("orders")).toMatchObject([{ state: "delivered" }]);
  expect(await app.rows("quote_requests")).toMatchObject([{ status: "completed", next_step: "done" }]);
  expect((await press(app, `${path}/received`, { confirm: "on" })).status).toBe(303);
  expect((await app.rows("record_events")).filter(({ type }) => type === "received")).toHaveLength(1);
});

test("what is not possible in a state is refused with the page as it is, and changes nothing", async () => {
  const app = await buildTestApp();
  const order = await addOrder(app);
  const path = dealPage(app, order.ref_number);
  await app.app.run("outbox"); // What becomes of them is an event.
  const eventTypes = async () => (await app.rows("record_events")).map(({ type }) => type);
  const before = await eventTypes();
  for (const [action, fields] of [
    ["decline", { reason: tooDear }],
    ["still-interested", { confirm: "on" }],
    ["received", { confirm: "on" }],
  ] as const) {
    const page = await press(app, `${path}/${action}`, fields);
    expect([page.status, page.heading]).toEqual([409, "Approved: now the payment"]);
  }
  const words = "Is there a second one?";
  expect((await press(app, `${path}/decline`, { reason: tooDear, words })).text).toContain(words);
  expect(await eventTypes()).toEqual(before);
});

test("opening the address of an action leads back to the page", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  for (const action of ["approve", "take-back", "decline", "ask", "received", "still-interested"]) {
    const { status, headers } = await visit(app, `${path}/${action}`);
    expect([status, headers.get("location")]).toEqual([303, path]);
  }
});
