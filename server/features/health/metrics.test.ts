import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { submissions } from "#domain/forms/submissions.ts";
import { noteChore } from "#server/services/schedule/chores.ts";
import { asOperator, buildTestApp, type TestApp, testAdmin } from "#tests/build-test-app.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";
import { addRecord, examples, mailedReference } from "#tests/submission-examples.ts";

/** What stands behind a name and its labels; undefined where /metrics does not name it. */
async function figures(app: TestApp): Promise<(name: string) => number | undefined> {
  const text = await (await app.fetch("/metrics", asOperator)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const values = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), line]));
  return (name) => {
    const line = values.get(`quadkea_${name}`) ?? values.get(name);
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
  };
}

async function figure(app: TestApp, name: string): Promise<number | undefined> {
  return (await figures(app))(name);
}

const login = (app: TestApp, password: string) =>
  app.postJson("/functions/v1/auth-login", { email: testAdmin.email, password });

test("submissions of every kind, their mails and records, those that wait, and who stored them are counted", async () => {
  const app = await buildTestApp();
  for (const example of examples) await addRecord(app, example);
  await mailedReference(app, { ...examples[0]!, values: { ...examples[0]!.values, make: "Yamaha" } });
  await sendMail(app, { ...quoteExample, make: "Yamaha" });
  await app.app.services.mailStep.settled();
  app.advance(120_000);
  const waiting = await figures(app);
  expect(waiting('submissions_total{kind="quote",outcome="mailed"}')).toBe(2);
  expect(waiting('submissions_total{kind="quote",outcome="repeated"}')).toBe(1);
  for (const { name: kind } of submissions) {
    expect(waiting(`records_total{kind="${kind}",stored_by="visitor"}`)).toBe(1);
  }
  expect(waiting('mail_duration_seconds_count{to="staff",outcome="accepted"}')).toBe(4);
  expect(waiting('mail_duration_seconds_count{to="visitor",outcome="accepted"}')).toBe(4);
  expect(waiting("oldest_mailed_attempt_seconds")).toBeGreaterThanOrEqual(120);
  app.advance(15 * 60_000);
  await app.app.run("housekeeping");
  const stored = await figures(app);
  expect(stored('records_total{kind="quote",stored_by="server"}')).toBe(1);
  expect(stored("oldest_mailed_attempt_seconds")).toBe(0);
});

test("a mail with outcome refused or unknown changes its counters, its time and, after a minute, the gauge", async () => {
  const mail = await startMailServer({ mode: "refuse-dot" });
  onTestFinished(() => mail.stop());
  const expectedWarnings = ["mail has been failing for a minute"];
  const app = await buildTestApp({ environment: { MAIL_URL: mail.url }, expectedWarnings });
  expect(await figure(app, "mail_ready")).toBe(1);
  await sendMail(app);
  mail.setMode("reset-after-dot");
  await sendMail(app, { ...quoteExample, make: "Yamaha" });
  app.advance(61_000);
  await app.app.run("mail probe");
  const found = await figures(app);
  expect(found('submissions_total{kind="quote",outcome="refused"}')).toBe(1);
  expect(found('submissions_total{kind="quote",outcome="unknown"}')).toBe(1);
  expect(found('mail_errors_total{to="staff",reason="permanent"}')).toBe(1);
  expect(found('mail_errors_total{to="staff",reason="connection"}')).toBe(1);
  expect(found('mail_duration_seconds_sum{to="staff",outcome="refused"}')).toBeGreaterThan(0);
  expect(found("mail_ready")).toBe(0);
});

test("sign-in attempts are counted by outcome", async () => {
  const environment = { LIMIT_LOGIN_FAILURES: "2" };
  const app = await buildTestApp({ environment });
  await login(app, testAdmin.password);
  for (const _ of [1, 2, 3]) await login(app, "a wrong password");
  const found = await figures(app);
  for (const [outcome, times] of [
    ["signed-in", 1],
    ["refused", 2],
    ["limited", 1],
  ] as const) {
    expect(found(`sign_ins_total{outcome="${outcome}"}`)).toBe(times);
  }
});

test("the time of requests by route and status, a held-up event loop, and the process's memory", async () => {
  const app = await buildTestApp();
  await sendMail(app, {});
  await app.fetch("/metrics", asOperator);
  // Right after a scrape, and still unseen when the next one begins.
  const until = performance.now() + 300;
  while (performance.now() < until);
  const found = await figures(app);
  const labels = '{method="POST",route="/send-mail.php",status="400"}';
  expect(found(`request_duration_seconds_count${labels}`)).toBe(1);
  expect(found(`request_duration_seconds_sum${labels}`)).toBeGreaterThan(0);
  expect(found("event_loop_delay_max_seconds")).toBeGreaterThanOrEqual(0.3);
  expect(await figure(app, "event_loop_delay_max_seconds")).toBeLessThan(0.3);
  expect(found("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
});

test("writes that wait for the database are counted while they wait, and the other metrics go on", async () => {
  const app = await buildTestApp();
  const { database } = app.app.services;
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  // A job that does not end holds the writer, or its share of the pool.
  const holding = Array.from({ length: 10 }, () => database.write(() => held));
  const sending = sendMail(app);
  await expect.poll(() => figure(app, "writes_pending"), { timeout: 10_000 }).toBe(11);
  const during = await figures(app);
  expect(during("mail_ready")).toBe(1);
  letGo();
  await Promise.all(holding);
  expect((await sending).status).toBe(200);
  await app.app.services.mailStep.settled();
  expect(await figure(app, "writes_pending")).toBe(0);
});

test("the moment of the last backup is there if backups are set up", async () => {
  const name = "last_good_backup_timestamp_seconds";
  expect(await figure(await buildTestApp(), name)).toBe(undefined);
  const app = await buildTestApp({ environment: { BACKUP_DIR: "/elsewhere" } });
  const { database, now } = app.app.services;
  await database.write((tx) => noteChore(tx, "backup", "done_at", now()));
  expect(await figure(app, name)).toBe(now().getTime() / 1000);
});

test("requests for unknown addresses add no labels, and metrics hold nothing personal", async () => {
  const app = await buildTestApp();
  await addRecord(app, examples[0]!);
  await app.app.run("outbox"); // The first receipt adds figures of its own.
  await login(app, "a wrong password");
  // Node's own figures name what it is busy with at the moment.
  const names = async () =>
    (await (await app.fetch("/metrics", asOperator)).text()).match(/^quadkea_\S+/gm) ?? [];
  const strangersCall = async (number: number) => {
    await app.fetch(`/unknown-${number}/%00?e=${number}@example.co.nz`);
    await app.postJson("/send-mail.php", { form_type: "QUOTE", [`field-${number}`]: number });
    await app.store("quote_requests", storeBody(`QK-AAAAAA-${1000 + number}`));
    await app.fetch(`/rest/v1/quote_requests?id=eq.${number}`);
  };
  await strangersCall(0);
  await names();
  const before = (await names()).length;
  for (let number = 1; number < 20; number += 1) await strangersCall(number);
  const after = await names();
  expect(after).toHaveLength(before);
  expect(after.join("\n")).not.toMatch(/unknown-\d|field-\d|@|Aroha|021 ?555|QK-|127\.0\.0\.1/);
});

test("if the database does not answer, only its own metrics are missing", async () => {
  const app = await buildTestApp();
  const { database } = app.app.services;
  await database.write((tx) => sql`alter table attempts rename to attempts_elsewhere`.execute(tx));
  const found = await figures(app);
  expect([found("oldest_mailed_attempt_seconds"), found("mail_ready")]).toEqual([undefined, 1]);
});
