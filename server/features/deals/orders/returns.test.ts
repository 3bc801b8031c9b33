import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { stages } from "#domain/deals/stage.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { visit } from "#tests/deal-visit.ts";
import { deliveredOrder, sentOrder } from "#tests/delivered-deals.ts";
import { deskCall } from "#tests/staff.ts";

const words = "Pack it well <b>\n\nand send it to the yard";

test.for([
  ["agree", "agreed", stages.return_agreed.title],
  ["refuse", "refused", stages.delivered.title],
] as const)(
  "staff %s with words that the customer reads in the mail and on the page",
  async ([change, state, title]) => {
    const { app, mail } = await appWithMailServer("accept", { startAt: monday });
    const { order, path, sendBack, settle, cookie } = await deliveredOrder(app);
    await sendBack("faulty", "diff");
    const missing = await settle(change);
    expect(missing).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining("they go to the customer") },
    });
    expect(await app.rows("returns")).toMatchObject([{ state: "asked", answer: null }]);
    const [asked] = await app.rows("returns");
    const body = { ref: order.ref_number, id: asked?.["id"], change, words };
    const headers = { cookie, "idempotency-key": randomUUID() };
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.postJson("/functions/v1/return", body, headers)),
    );
    const texts = await Promise.all(answers.map((one) => one.text()));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? "")).toMatchObject({ return: { state, lines: ["diff"] } });
    const page = await visit(app, path);
    expect(page.heading).toBe(title);
    expect(page.text).toContain("Pack it well <b> and send it to the yard");
    expect(page.html).not.toContain("<b>");
    await app.app.run("outbox");
    const name = `return-${String(asked?.["id"])}-${state}`;
    const sent = mail.messages.filter((one) => one.name === name);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain("Pack it well <b>");
    expect(sent[0]?.html).toContain("Pack it well &lt;b&gt;");
    expect(String(sent[0]?.html).match(/href="/g)).toHaveLength(1);
    expect(await settle(change, words)).toMatchObject({ status: 409 });
    const isOpen = state === "agreed";
    expect(await app.rows("quote_requests")).toMatchObject([
      { next_step: "done", status: isOpen ? "in_progress" : "completed" },
    ]);
  },
);

test("a return is noted as come back and closed, whether it was agreed or not, and nobody is mailed", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { path, sendBack, settle, mails } = await deliveredOrder(app);
  await sendBack("faulty", "diff");
  const before = await mails();
  expect((await settle("received", "Front seal is torn")).status).toBe(200);
  expect((await visit(app, path)).heading).toBe(stages.return_received.title);
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "refund" }]);
  for (const change of ["agree", "refuse", "received"])
    expect((await settle(change, words)).status).toBe(409);
  expect((await settle("close")).status).toBe(200);
  const page = await visit(app, path);
  expect(page.heading).toBe(stages.delivered.title);
  expect(page.text).not.toContain("Front seal is torn");
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "done", status: "completed" }]);
  expect(await mails()).toEqual(before);
  const events = (await app.rows("record_events")).slice(-4);
  expect(events.map(({ type, becomes, note }) => [type, becomes ?? note])).toEqual([
    ["return_state", "received"],
    ["note", "Front seal is torn"],
    ["return_state", "closed"],
    ["status", "completed"],
  ]);
});

test("a return of another deal, or none at all, is not there, and a mail that would be too large is not sent", async () => {
  const app = await buildTestApp({ startAt: monday });
  const [one, other] = [await deliveredOrder(app), await deliveredOrder(app)];
  await one.sendBack("faulty", "diff");
  const [asked] = await app.rows("returns");
  expect((await other.settle("agree", words, asked?.["id"])).status).toBe(404);
  expect((await one.settle("agree", words, "nothing")).status).toBe(404);
  expect((await one.settle("agree", "車".repeat(4000))).status).toBe(422);
  expect(await app.rows("returns")).toMatchObject([{ state: "asked" }]);
});

test("a return ends with its order: cancelled because the parcel was lost", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { order, path, cookie, sendBack } = await sentOrder(app);
  await sendBack("changed-mind", "diff");
  const [parcel] = await app.rows("parcels");
  await deskCall(app, cookie, "PATCH parcel", { id: parcel?.["id"], state: "lost" });
  await deskCall(app, cookie, "POST order", { ref: order.ref_number, change: "cancel" });
  expect(await app.rows("returns")).toMatchObject([{ state: "closed" }]);
  expect((await visit(app, path)).heading).toBe(stages.cancelled.title);
  expect(await sendBack("changed-mind", "diff")).toBe(409);
});
