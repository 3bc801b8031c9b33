import { expect, test } from "vitest";

import { messages } from "#domain/messages.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { mailBody, quoteExample, storeBody } from "#tests/quote-example.ts";
import {
  contactMessageExample,
  examples,
  mailedReference as mailedReferenceOf,
  recordBody,
} from "#tests/submission-examples.ts";

const table = "quote_requests";

const steps: Readonly<Record<string, object>> = {
  quote: { next_step: "quote", step_until: null },
  "sell-vehicle": { next_step: "offer", step_until: null },
};

async function mailedReference(app: TestApp, fields: object = quoteExample): Promise<string> {
  const answer = await app.postJson("/send-mail.php", mailBody(fields));
  const { ref_number: reference } = await answer.json();
  return reference;
}

test.for(examples)(
  "a mailed $submission.name is stored once, status new, with the server's id and time",
  async (example) => {
    const { submission, values } = example;
    const app = await buildTestApp({ startAt: new Date("2026-11-20T00:00:00.000Z") });
    const refNumber = await mailedReferenceOf(app, example);
    const answer = await app.store(submission.table, recordBody(example, refNumber));
    expect({ status: answer.status, body: await answer.text() }).toEqual({ status: 201, body: "" });
    const list = await app.fetch(`/rest/v1/${submission.table}`, { headers: { cookie: await app.signIn() } });
    expect(await list.json()).toEqual([
      {
        ...values,
        ...steps[submission.name],
        ...(submission.asksConsent ? { consent: true } : {}),
        ...(submission.hasFiles ? { file_urls: [] } : {}),
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ref_number: refNumber,
        number: expect.any(Number),
        version: expect.any(Number),
        due_at: expect.stringMatching(/^2026-11-2[013]T/),
        answered_at: null,
        asked_at: null,
        answered_by: null,
        mail_problem: null,
        channel: null,
        entered_by: null,
        follows: null,
        followed_by: null,
        other_mail_at: null,
        untold_at: null,
        ...(submission.hasDeal === true ? { sold_text: null } : {}),
        owner_id: null,
        snoozed_until: null,
        duplicate_of: null,
        status: "new",
        adopted: false,
        order_placed: false,
        created_at: "2026-11-20T00:00:00.000Z",
        updated_at: null,
      },
    ]);
  },
);

test.for(examples)("a $submission.name cannot be stored under another form's reference", async (example) => {
  const app = await buildTestApp();
  for (const other of examples.filter(({ submission }) => submission !== example.submission)) {
    const refNumber = await mailedReferenceOf(app, other);
    const answer = await app.store(example.submission.table, recordBody(example, refNumber));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "42501" });
  }
  expect(await app.rows(example.submission.table)).toEqual([]);
});

test.for(examples)(
  "a $submission.name without its optional fields is adopted without them",
  async (example) => {
    const { submission, values, optional } = example;
    const app = await buildTestApp();
    await mailedReferenceOf(app, { ...example, values: { ...values, [optional]: "" } });
    app.advance(16 * 60_000);
    await app.app.run("housekeeping");
    const [row, ...others] = await app.rows(submission.table);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ ...values, [optional]: null, status: "new" });
  },
);

test("a contact message has no files", async () => {
  const app = await buildTestApp();
  const refNumber = await mailedReferenceOf(app, contactMessageExample);
  const answer = await app.store("contact_messages", {
    ...recordBody(contactMessageExample, refNumber),
    file_urls: [],
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: "PGRST204" });
});

test("storing the same again changes nothing; 20 at once give one record", async () => {
  const app = await buildTestApp();
  const reference = await mailedReference(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.store(table, storeBody(reference))));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(await app.rows(table)).toHaveLength(1);
});

test("the sealed copy of the fields is erased once the record is stored", async () => {
  const app = await buildTestApp();
  const reference = await mailedReference(app);
  expect((await app.rows("attempts"))[0]).toMatchObject({ state: "mailed", sealed: expect.any(String) });
  await app.store(table, storeBody(reference));
  expect((await app.rows("attempts"))[0]).toMatchObject({ state: "stored", sealed: null });
});

test("the stock client's list of one is accepted, a longer list is not", async () => {
  const app = await buildTestApp();
  const body = storeBody(await mailedReference(app));
  expect((await app.store(table, [body, body])).status).toBe(400);
  expect((await app.store(table, [body])).status).toBe(201);
});

test("a reference, a field or a column that was not mailed is refused, and nothing is stored", async () => {
  const app = await buildTestApp();
  const body = storeBody(await mailedReference(app));
  const refused: [changes: object, status: number, code: string][] = [
    [{ ref_number: "QK-222222-2222" }, 403, "42501"],
    [{ ref_number: "QK-1" }, 403, "42501"],
    [{ part_needed: "Winch" }, 403, "42501"],
    [{ budget: 351 }, 403, "42501"],
    [{ role: "admin" }, 400, "PGRST204"],
    [{ id: "1" }, 403, "42501"],
    [{ created_at: "2020-01-01" }, 403, "42501"],
    [{ status: "completed" }, 400, "23514"],
    [{ consent: false }, 400, "23514"],
    [{ file_urls: ["javascript:1"] }, 400, "22023"],
    [{ year: "2015" }, 400, "22023"],
  ];
  for (const [changes, status, code] of refused) {
    const answer = await app.store(table, { ...body, ...changes });
    expect({ changes, status: answer.status, ...(await answer.json()) }).toEqual({
      changes,
      status,
      code,
      hint: null,
      message: expect.any(String),
      details: expect.toBeOneOf([null, expect.any(String)]),
    });
  }
  expect(await app.rows(table)).toEqual([]);
});

test("a quote without consent is refused in the words of the specification", async () => {
  const app = await buildTestApp();
  const answer = await app.store(table, { ...storeBody(await mailedReference(app)), consent: undefined });
  expect(await answer.json()).toMatchObject({ message: messages.consentMissing });
});

test("a stored reference with other fields is a conflict", async () => {
  const app = await buildTestApp();
  const reference = await mailedReference(app);
  await app.store(table, storeBody(reference));
  const answer = await app.store(table, { ...storeBody(reference), part_needed: "Winch" });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ code: "23505" });
});

test("a call without our pages' key is refused", async () => {
  const app = await buildTestApp();
  const body = storeBody(await mailedReference(app));
  const without = await app.postJson(`/rest/v1/${table}`, body);
  const wrong = await app.postJson(`/rest/v1/${table}`, body, {
    apikey: app.anonKey,
    authorization: "Bearer x",
  });
  expect([without.status, wrong.status]).toEqual([401, 401]);
  expect(await app.rows(table)).toEqual([]);
});

test("a reference whose mail was refused cannot be stored", async () => {
  const app = await buildTestApp({ environment: { MAIL_URL: "file:/dev/null/mail" } });
  await app.postJson("/send-mail.php", mailBody());
  const [attempt] = await app.rows("attempts");
  const answer = await app.store(table, storeBody(String(attempt?.["ref_number"])));
  expect(answer.status).toBe(403);
  expect(await app.rows(table)).toEqual([]);
});

test("a mailed request whose store call never came is adopted after 15 minutes, once, marked", async () => {
  const app = await buildTestApp();
  const reference = await mailedReference(app);
  app.advance(14 * 60_000);
  await app.app.run("housekeeping");
  expect(await app.rows(table)).toEqual([]);
  app.advance(2 * 60_000);
  await Promise.all([app.app.run("housekeeping"), app.app.run("housekeeping")]);
  const [row, ...others] = await app.rows(table);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    ref_number: reference,
    status: "new",
    consent: null,
    delivery_address: quoteExample.delivery_address,
  });
  expect(Boolean(row?.["adopted"])).toBe(true);
});

test("a tab that wakes up after its request was adopted stores nothing twice, and its consent is noted", async () => {
  const app = await buildTestApp();
  const reference = await mailedReference(app);
  app.advance(16 * 60_000);
  await app.app.run("housekeeping");
  expect((await app.store(table, storeBody(reference))).status).toBe(201);
  const rows = await app.rows(table);
  expect(rows).toHaveLength(1);
  expect(Boolean(rows[0]?.["consent"])).toBe(true);
});

test("a server that died between mail and store adopts after its restart, exactly once", async () => {
  const before = await buildTestApp();
  const reference = await mailedReference(before);
  before.advance(20 * 60_000);
  const after = await before.restart();
  await after.app.run("housekeeping");
  expect((await after.store(table, storeBody(reference))).status).toBe(201);
  expect(await after.rows(table)).toHaveLength(1);
  await after.app.services.mailStep.settled();
  expect((await after.mails()).filter((mail) => mail.subject?.includes(": 2015"))).toHaveLength(1);
});
