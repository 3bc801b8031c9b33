import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { chores } from "#server/chores.ts";
import { asOperator, buildTestApp, type TestApp, testAdmin } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { dealPage, press } from "#tests/deal-visit.ts";
import { inboundMail } from "#tests/inbound-mail.ts";
import { quoteExample, storeBody } from "#tests/quote-example.ts";
import { deskCall } from "#tests/staff.ts";

const cards = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
const refusal = "This server is a trial: nothing can be changed or sent here";

/** A shop with an order, whose receipt waits, and an answer in the mailbox, started again with TRIAL=on. */
async function trial(): Promise<{ app: TestApp; page: string }> {
  const shop = await buildTestApp({ environment: cards });
  const { ref_number: reference } = await addOrder(shop);
  await mkdir(join(shop.dataDir, "inbox"));
  await writeFile(join(shop.dataDir, "inbox/answer.eml"), await inboundMail({ text: "When?" }));
  const app = await shop.restart({ TRIAL: "on" });
  return { app, page: dealPage(app, reference) };
}

test("a trial refuses every write with the reason, in the shape that its caller reads", async () => {
  const { app, page } = await trial();
  const cookie = await app.signIn();
  const call = { success: false, error: refusal };
  const status = async (answer: Response) => [answer.status, await answer.json()];
  expect(await status(await app.postJson("/send-mail.php", quoteExample))).toMatchObject([503, call]);
  const record = await app.store("quote_requests", storeBody("QK-222222-2222"));
  expect(await status(record)).toEqual([503, { code: "25006", message: refusal, details: null, hint: null }]);
  for (const [method, path] of [
    ["PATCH", "desk-record"],
    ["POST", "payment"],
    ["PUT", "desk-settings"],
    ["DELETE", "auth-sessions"],
    ["POST", "users"],
  ] as const) {
    const { status: code, body } = await deskCall(app, cookie, `${method} ${path}`);
    expect([path, code, body]).toMatchObject([path, 503, call]);
  }
  for (const path of ["/forms/quote", `${page}/approve`, `${page}/pay-by-card`]) {
    const form = await press(app, path, {});
    expect([path, form.status, form.headers.get("content-type")]).toEqual([
      path,
      503,
      "text/html; charset=utf-8",
    ]);
    expect(form.text).toContain(refusal);
  }
  expect((await app.fetch(`${page}/paid`)).status).toBe(503);
  expect((await app.fetch("/hooks/stripe", { method: "POST", body: "{}" })).status).toBe(503);
  expect((await app.fetch(`${page}/photos/uploads`, { method: "POST" })).status).toBe(503);
});

test("a trial can be looked at, says what it is, and is not ready for visitors", async () => {
  const { app, page } = await trial();
  const cookie = await app.signIn();
  expect((await app.fetch(page)).status).toBe(200);
  const list = await app.fetch("/rest/v1/quote_requests?select=*", { headers: { cookie } });
  expect(await list.json()).toHaveLength(1);
  const { body } = await deskCall(app, cookie, "GET notices");
  expect(body["notices"]).toMatchObject([{ id: "trial", title: expect.stringMatching(/^This is a trial/) }]);
  expect(await (await app.fetch("/readyz", asOperator)).json()).toMatchObject({
    status: "not ready",
    shop: false,
  });
  const refreshed = await app.fetch("/functions/v1/auth-refresh", { method: "POST", headers: { cookie } });
  expect(refreshed.status).toBe(200);
  const say = { password: testAdmin.password };
  expect(await deskCall(app, cookie, "POST this-is-the-shop", say)).toMatchObject({
    status: 409,
    body: { error: "This server was started with TRIAL=on. Start it without, then say so again" },
  });
  const out = await app.fetch("/functions/v1/auth-logout", { method: "POST", headers: { cookie } });
  expect(out.status).toBe(204);
});

test("a trial does no chore: mails wait, the mailbox is left alone, and the database is as it was", async () => {
  const { app } = await trial();
  const before = await app.rows("outbox");
  expect(before.filter(({ state }) => state === "queued")).not.toHaveLength(0);
  for (let day = 0; day < 3; day += 1) {
    for (const { name } of chores) await app.app.run(name);
    app.advance(24 * 3_600_000);
  }
  expect(await app.rows("outbox")).toEqual(before);
  expect(await app.rows("chores")).toEqual([]);
  expect(await readdir(join(app.dataDir, "inbox"))).toEqual(["answer.eml"]);
  expect(await app.mails()).toEqual([]);
  const shop = await app.restart({ TRIAL: "off" });
  await shop.app.run("outbox");
  expect(await shop.mails()).not.toHaveLength(0);
});
