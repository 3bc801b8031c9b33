import { expect, test } from "vitest";

import { stages } from "#domain/deals/stage.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine, monday } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { deliveredOrder, sentOrder } from "#tests/delivered-deals.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { queuedSources } from "#tests/queued-mails.ts";
import { deskCall } from "#tests/staff.ts";

const minuteMs = 60_000;
const two = [exampleLine(), exampleLine({ id: "hub", text: "Rear hub <b>" })];

test("a customer asks to send something back: the page, the lists, the history and the digest say so", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { order, path, quote, cookie } = await deliveredOrder(app, { lines: two });
  expect(await app.rows("quote_requests")).toMatchObject([{ status: "completed", next_step: "done" }]);
  const photoLink = `href="${path}/photos">Show us what is wrong: add photos`;
  expect((await visit(app, path)).html).toContain(photoLink);
  const words = "It whines <b>\nfrom 20 km/h";
  const fields = [
    ["kind", "faulty"],
    ["line", "hub"],
    ["words", words],
  ];
  expect((await press(app, `${path}/return`, fields)).status).toBe(303);
  const page = await visit(app, path);
  expect(page.heading).toBe(stages.return_asked.title);
  expect(page.text).toContain(
    "It is faulty : Rear hub <b>, grade B It whines <b> from 20 km/h We look at it",
  );
  expect(page.html).not.toContain("<b>");
  expect(page.html).not.toContain(`action="${path}/return"`);
  expect(page.html, "asked for or not yet").toContain(photoLink);
  expect((await quote())["returns"]).toMatchObject([
    { kind: "faulty", lines: ["hub"], words, state: "asked" },
  ]);
  expect(await app.rows("quote_requests")).toMatchObject([
    { status: "in_progress", next_step: "return", order_placed: 1 },
  ]);
  const listed = await app.fetch("/rest/v1/quote_requests?is_to_answer=eq.true", { headers: { cookie } });
  expect(await listed.json()).toHaveLength(1);
  expect(await app.rows("record_events")).toContainEqual(
    expect.objectContaining({ type: "return_asked", becomes: "faulty", user_id: null }),
  );
  const [mail = ""] = await queuedSources(app, "return");
  expect(mail).toContain("Subject: You asked to send it back");
  expect(mail).toMatch(/We answer by e-mail by 5:00 pm on (?:today|Monday|Tuesday)/);
  expect(mail).toContain("Rear hub <b>, grade B");
  expect(mail).not.toContain("whines");
  app.advance(6 * minuteMs);
  await app.app.run("deals");
  const digest = (await app.rows("outbox")).findLast(({ kind }) => kind === "staff");
  expect((await queuedSources(app, "staff")).at(-1)).toContain(
    "wants to send it back: It is faulty: It whines",
  );
  expect(order.ref_number).toBe(String(digest?.["ref_number"]));
});

test.for<[name: string, status: number, title: string, fields: string[][]]>([
  ["no kind", 400, "The reason is missing", [["line", "diff"]]],
  [
    "an unknown kind",
    400,
    "The reason is missing",
    [
      ["kind", "toString"],
      ["line", "diff"],
    ],
  ],
  ["no line", 400, "The part is missing", [["kind", "faulty"]]],
  [
    "a line that was not ordered",
    400,
    "The part is missing",
    [
      ["kind", "faulty"],
      ["line", "hub"],
    ],
  ],
  [
    "too many words",
    400,
    "That is too long",
    [
      ["kind", "faulty"],
      ["line", "diff"],
      ["words", "x".repeat(2001)],
    ],
  ],
])(
  "a return with %s is refused with %i: %s, and what was typed is still there",
  async ([, status, title, fields]) => {
    const app = await buildTestApp({ startAt: monday });
    const { path } = await deliveredOrder(app);
    const page = await press(app, `${path}/return`, [...fields, ["words", "Whines"]].slice(0, 3));
    expect(page.status).toBe(status);
    expect(page.text).toContain(title);
    expect(page.html).toMatch(/<details class="block prose" open>/);
    const isChosen = fields.some(([, value]) => value === "faulty");
    expect(page.html.includes('value="faulty" required checked')).toBe(isChosen);
    expect(await app.rows("returns")).toEqual([]);
    expect((await visit(app, path)).html).not.toMatch(/<details class="block prose" open>| checked/);
  },
);

test("one return is settled before the next: the same again is the same, another one is refused", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { path, sendBack, settle } = await deliveredOrder(app, { lines: two });
  expect(await sendBack("faulty", "hub", "diff")).toBe(303);
  expect(await sendBack("faulty", "diff", "hub", "hub")).toBe(303);
  expect(await sendBack("faulty", "hub")).toBe(409);
  const words = "And it leaks";
  const again = await press(app, `${path}/return`, { kind: "damaged", line: "hub", words });
  expect([again.status, again.text.includes(words)]).toEqual([409, true]);
  await settle("refuse", "It is as we wrote");
  expect(await sendBack("faulty", "hub")).toBe(303);
  const rows = await app.rows("returns");
  expect(rows.map(({ state, lines }) => [state, lines])).toEqual([
    ["refused", '["diff","hub"]'],
    ["asked", '["hub"]'],
  ]);
});

test("twenty presses at once make one return", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { sendBack } = await deliveredOrder(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendBack("faulty", "diff")));
  expect(new Set(answers)).toEqual(new Set([303]));
  expect(await app.rows("returns")).toHaveLength(1);
  expect((await app.rows("record_events")).filter(({ type }) => type === "return_asked")).toHaveLength(1);
});

test("nothing can be sent back before it is sent, and all of it while it is on its way", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay } = await orderDesk(app);
  await pay(ref, 20_000);
  expect((await press(app, `${dealPage(app, ref)}/return`, { kind: "faulty", line: "diff" })).status).toBe(
    409,
  );
  const { sendBack } = await sentOrder(app);
  expect(await sendBack("changed-mind", "diff")).toBe(303);
});

// Delivered on Monday 3 August, and on Monday 21 September: clocks go forward on the Sunday after.
test.for([
  ["2026-08-03", "2026-08-17"],
  ["2026-09-21", "2026-10-05"],
])(
  "what arrives on %s can be sent back for a change of mind until the end of %s",
  async ([day = "", last = ""]) => {
    const app = await buildTestApp({ startAt: nzInstant(day, "10:00") });
    const { path, sendBack } = await deliveredOrder(app);
    const end = nzInstant(last, "23:59").getTime() + 59_000 - app.app.services.now().getTime();
    app.advance(end);
    await app.app.run("deals");
    expect((await visit(app, path)).html).toContain('value="changed-mind"');
    app.advance(2000);
    const late = await press(app, `${path}/return`, { kind: "changed-mind", line: "diff" });
    expect([late.status, late.heading]).toEqual([410, stages.delivered.title]);
    expect(late.text).toContain("The time to change your mind has passed");
    expect(late.text).toContain("In addition, you have rights under the Consumer Guarantees Act");
    expect((await visit(app, path)).html).not.toContain('value="changed-mind"');
    await app.app.run("deals");
    expect(await app.rows("orders")).toMatchObject([{ state: "closed" }]);
    expect(await sendBack("changed-mind", "diff")).toBe(410);
    app.advance(300 * 24 * 60 * minuteMs);
    for (const kind of ["does-not-fit", "wrong-part", "damaged", "faulty"]) {
      expect([kind, await sendBack(kind, "diff")]).toEqual([kind, kind === "does-not-fit" ? 303 : 409]);
    }
  },
);

test("a change of mind ends when staff close the order, and an order with an open return is not closed by itself", async () => {
  const app = await buildTestApp({ startAt: monday });
  const [closed, open] = [await deliveredOrder(app), await deliveredOrder(app)];
  const { change } = await orderDesk(app);
  await change(closed.order.ref_number, "close");
  expect(await closed.sendBack("changed-mind", "diff")).toBe(410);
  expect(await open.sendBack("changed-mind", "diff")).toBe(303);
  app.advance(20 * 24 * 60 * minuteMs);
  await app.app.run("deals");
  expect(await app.rows("orders")).toMatchObject([{ state: "closed" }, { state: "delivered" }]);
  await open.settle("close");
  await app.app.run("deals");
  expect(await app.rows("orders")).toMatchObject([{ state: "closed" }, { state: "closed" }]);
});

test("a return that was asked for by phone is entered by staff: the customer has it in writing, with its time", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { order, path, quote, cookie } = await deliveredOrder(app, { lines: two });
  const ask = (body: object) =>
    deskCall(app, cookie, "POST return", { ref: order.ref_number, change: "ask", ...body });
  const asked = { kind: "wrong-part", lines: ["hub"], words: "It is off a 350" };
  expect((await ask({ ...asked, lines: [] })).status).toBe(400);
  expect((await ask({ ...asked, lines: ["none"] })).status).toBe(400);
  expect(await ask(asked)).toMatchObject({
    status: 200,
    body: { return: { kind: "wrong-part", state: "asked" } },
  });
  expect((await ask(asked)).status, "the same again").toBe(200);
  expect((await ask({ ...asked, kind: "faulty" })).status, "another one").toBe(409);
  expect((await quote())["returns"]).toMatchObject([{ lines: ["hub"], words: "It is off a 350" }]);
  expect((await visit(app, path)).heading).toBe(stages.return_asked.title);
  expect(await queuedSources(app, "return")).toHaveLength(1);
  const events = (await app.rows("record_events")).filter(({ type }) => type === "return_asked");
  expect(events).toMatchObject([{ becomes: "wrong-part", user_id: expect.any(String) }]);
});
