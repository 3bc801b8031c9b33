import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { formatDay, formatNzTime, nzDate } from "#domain/nz-time.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addNewRequest, monday } from "#tests/deal-examples.ts";
import { press, visit } from "#tests/deal-visit.ts";
import { deliveredOrder, sentOrder } from "#tests/delivered-deals.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { inboundMail, receive } from "#tests/inbound-mail.ts";
import { addRecord, contactMessageExample } from "#tests/submission-examples.ts";

const hourMs = 3_600_000;

/** The list "Due first", with the promise of each record in words, and how many the desk counts. */
async function dueFirst(app: TestApp, table = "quote_requests") {
  const cookie = await app.signIn();
  const query = `/rest/v1/${table}?is_to_answer=eq.true&order=due_at.asc,id.asc`;
  const records: Record<string, string>[] = await (await app.fetch(query, { headers: { cookie } })).json();
  const { counts } = await (await deskOf(app)).summary();
  expect(counts[table]).toMatchObject({ due: records.length });
  return records.map(({ ref_number, due_at }) => [ref_number, `by ${words(new Date(due_at!))}`] as const);
}

function words(due: Date): string {
  return `${formatNzTime(due)} on ${formatDay(nzDate(due), due)}`;
}

const promiseIn = (text: string) => /by \d+:\d\d [ap]m on \w+/.exec(text)?.[0];

test("a return, a question after approval and a price are due when their pages say, the first first", async () => {
  const app = await buildTestApp({ startAt: monday });
  const sent = await sentOrder(app);
  const delivered = await deliveredOrder(app);
  expect(await dueFirst(app)).toEqual([]);
  await press(app, `${delivered.path}/return`, { kind: "faulty", line: "diff", words: "It whines" });
  app.advance(24 * hourMs);
  await press(app, `${sent.path}/ask`, { words: "Where is it?" });
  app.advance(24 * hourMs);
  const unanswered = await addNewRequest(app);
  const due = await dueFirst(app);
  expect(due.map(([reference]) => reference)).toEqual([
    delivered.order.ref_number,
    sent.order.ref_number,
    unanswered,
  ]);
  app.advance(-48 * hourMs);
  expect(due[0]![1]).toContain(promiseIn((await visit(app, delivered.path)).text));
  app.advance(24 * hourMs);
  expect(due[1]![1]).toContain(promiseIn((await visit(app, sent.path)).text));
});

test("a mail about a message that was answered is due, until it is answered", async () => {
  const app = await buildTestApp({ startAt: monday });
  const reference = await addRecord(app, contactMessageExample);
  const desk = await deskOf(app);
  await desk.call(reference, "", randomUUID());
  expect(await dueFirst(app, "contact_messages")).toEqual([]);
  const from = `${String(contactMessageExample.values["full_name"])} <${String(contactMessageExample.values["email"])}>`;
  await receive(app, await inboundMail({ from, subject: reference, text: "And the price?" }));
  expect(await dueFirst(app, "contact_messages")).toMatchObject([
    [reference, expect.stringMatching(/^by 5:00 pm/)],
  ]);
  await desk.call(reference, "", randomUUID());
  expect(await dueFirst(app, "contact_messages")).toEqual([]);
});

test("closing a record ends its promise, and opening it again brings it back as it was", async () => {
  const app = await buildTestApp({ startAt: monday });
  const reference = await addNewRequest(app);
  const before = await dueFirst(app);
  const desk = await deskOf(app);
  await desk.setStatus(reference, "completed");
  expect((await desk.open(reference)).record["due_at"]).toBeNull();
  await desk.setStatus(reference, "new");
  expect(await dueFirst(app)).toEqual(before);
});
