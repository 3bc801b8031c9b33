import { connect } from "node:net";

import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addQuote } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { deskCall } from "#tests/staff.ts";

const hourMs = 60 * 60_000;

test("an unknown, a revoked and another deal's key, and an unknown reference get the same 404, without data", async () => {
  const app = await buildTestApp();
  const [{ reference }, other] = [await addQuote(app), await addQuote(app)];
  const revoked = dealPage(app, reference);
  await deskCall(app, await app.signIn(), "POST deal-link", { ref: reference });
  const key = dealPage(app, other.reference).split("/").at(-1) ?? "";
  const paths = [
    revoked,
    `/my/${reference}/${key}`,
    `/my/${reference}/${"A".repeat(22)}`,
    `/my/${reference}/x`,
    `/my/QK-222222-2222/${key}`,
    `/my/QK-XXXXXX-XXXX/${key}`,
    `/my/%00/${key}`,
    `/my/${reference.toLowerCase()}/${key}`,
    `${revoked}/invoice`,
    `${revoked}/version/1`,
    `${revoked}/stop-reminders`,
  ];
  const pages = [];
  for (const path of paths) pages.push(await visit(app, path));
  for (const page of pages) {
    expect([page.status, page.heading]).toEqual([404, "This link does not work"]);
    expect(page.headers.get("location")).toBeNull();
    expect(page.html).toBe(pages[0]?.html);
    expect(page.text).toContain("09 000 0000");
  }
  expect((await visit(app, dealPage(app, reference, 2))).status).toBe(200);
});

test("the same renewal sent twice gives one new link, and no key is stored", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const cookie = await app.signIn();
  const renew = async () => {
    const headers = { cookie, "idempotency-key": "press-1" };
    return (await app.postJson("/functions/v1/deal-link", { ref: reference }, headers)).json();
  };
  const first = await renew();
  expect(first).toEqual({ link: expect.stringContaining(dealPage(app, reference, 2)) });
  expect(await renew()).toEqual(first);
  const key = dealPage(app, reference, 2).split("/").at(-1);
  expect(JSON.stringify(await app.rows("deal_calls"))).not.toContain(key);
});

test("actions with a wrong key change nothing", async () => {
  const app = await buildTestApp();
  const { reference, hash } = await addQuote(app);
  const wrong = `/my/${reference}/${"A".repeat(22)}`;
  const sent = { version: "1", hash, accept: "on", confirm: "on", reason: "Another reason", words: "Hello" };
  const before = await app.rows("record_events");
  for (const action of [
    "approve",
    "take-back",
    "decline",
    "ask",
    "still-interested",
    "received",
    "stop-reminders",
  ])
    expect((await press(app, `${wrong}/${action}`, sent)).status).toBe(404);
  expect(await app.rows("record_events")).toEqual(before);
  expect(await app.rows("deals")).toEqual([]);
});

test("guesses are limited per address, and never lock the right link", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const guess = (index: number) => visit(app, `/my/${reference}/${String(index).padStart(22, "A")}`);
  for (let index = 1; index <= 30; index += 1) expect((await guess(index)).status).toBe(404);
  const refused = await guess(31);
  expect([refused.status, refused.heading]).toEqual([429, "Too many tries"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await visit(app, dealPage(app, reference))).status).toBe(200);
  app.advance(hourMs);
  expect((await guess(32)).status).toBe(404);
});

const brokenLinks = [
  "/my",
  "/my/",
  "/my/QK-222222-2222",
  "/my/a/b/c/d/e",
  "/my/a/b/unknown",
  "/MY/a/b",
  "/status/x",
  `/my/${"k".repeat(200)}/k`,
];

test("a link that is broken anywhere says so instead of showing the home page", async () => {
  const app = await buildTestApp();
  for (const path of brokenLinks) {
    const page = await visit(app, path);
    expect([path, page.status, page.heading]).toEqual([path, 404, "This link does not work"]);
  }
});

/** Sends a request and hangs up before the response. */
function hangUp(app: TestApp, path: string): Promise<void> {
  const { hostname, port } = new URL(app.origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 9\r\n\r\na`,
      );
      setTimeout(() => socket.destroy(), 50);
    });
    socket.on("close", () => resolve());
  });
}

test("no key and no typed word reaches the log, whatever is asked for and however it ends", async () => {
  const app = await buildTestApp();
  const { reference, hash } = await addQuote(app);
  const path = dealPage(app, reference);
  const key = path.split("/").at(-1) ?? "";
  await visit(app, `${path}?utm=secretquery`);
  await visit(app, `${path}/version/1`);
  await press(app, `${path}/ask`, { words: "secretwords" });
  await press(app, `${path}/approve`, { version: "1", hash, accept: "on" });
  await app.fetch(path, { method: "PUT" });
  for (const mangled of [
    `/my/${reference}/${key}/`,
    `/MY/${reference}/${key}`,
    `//my/${reference}/${key}`,
    `/x/my/${reference}/${key}`,
    `/my%2F${reference}%2F${key}`,
    `/my/${reference}/${key}%ZZ`,
    `/%6dy/${reference}/${key}`,
    `/my%2F${reference}%2F${key}%ZZ`,
  ])
    await app.fetch(mangled);
  await press(app, "/status", { ref: reference, check: "secretcheck" });
  await hangUp(app, `${path}/ask`);
  const log = JSON.stringify(app.logLines);
  expect(log).toContain('"path":"/my/:ref/:key"');
  expect(log).toContain('"path":"/my/:ref/:key/approve"');
  expect(log).toContain("request not answered to the end");
  expect(log).not.toContain(key);
  expect(log).not.toMatch(/secret(?:query|words|check)/);
});
