import { randomUUID } from "node:crypto";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { declineReasons } from "#domain/deals/desk-settings.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { exampleLine, monday } from "#tests/deal-examples.ts";
import { dealPage, press } from "#tests/deal-visit.ts";
import { deliveredOrder } from "#tests/delivered-deals.ts";
import { formerData } from "#tests/former-data.ts";
import { receive } from "#tests/inbound-mail.ts";
import { offerDesk } from "#tests/offer-desk.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

/** Returns the references that a search at the desk finds. */
async function find(app: TestApp, words: string, table = "quote_requests"): Promise<string[]> {
  const cookie = await app.signIn();
  const answer = await app.postJson(`/rest/v1/rpc/search_${table}`, { words }, { cookie });
  return ((await answer.json()) as { ref_number: string }[]).map((record) => record.ref_number);
}

/** Returns those that do not lead to this record alone. */
async function missed(app: TestApp, reference: string, words: readonly string[], table?: string) {
  const found = await Promise.all(words.map((one) => find(app, one, table)));
  return words.filter((_, index) => found[index]?.join() !== reference);
}

const noteOf = (app: TestApp, cookie: string, reference: string, text: string) =>
  deskCall(app, cookie, `POST desk-note?reference=${reference}`, { text, key: randomUUID() });

test("a request is found by what was asked, answered, noted and quoted in it, and by the label on the shelf", async () => {
  const app = await buildTestApp();
  await addRecord(app, quoteRequestExample);
  const desk = await quoteDesk(app);
  const { reference } = desk;
  const page = dealPage(app, reference);
  const line = draftLine({ text: "Swingarm pivot", item_label: "R4 – 0717 B", evidence: ["Bushing snug"] });
  await desk.save(exampleDraft({ lines: [line] }));
  const label = ["R4 – 0717 B", "r40717b", "R4-0717-B", "0717 b"];
  expect(await missed(app, reference, [...label, "swingarm", "bushing"])).toEqual([]);
  await desk.send(
    exampleDraft({ lines: [{ ...line, text: "Steering knuckle" }], words: "Galvanised since" }),
  );
  app.advance(11_000);
  await app.app.run("outbox");
  await desk.save(exampleDraft());
  expect(await missed(app, reference, [...label, "knuckle", "galvanised"])).toEqual([]);
  await press(app, `${page}/ask`, { words: "Does the splined flange fit?" });
  expect(await missed(app, reference, ["splined flange"])).toEqual([]);
  const { open_question: message } = (await desk.quote()).body;
  await desk.call("answer", { message, words: "Yes, the tapered one" });
  await noteOf(app, await app.signIn(), reference, "Rings after milking");
  expect(await missed(app, reference, ["tapered", "milking", "aroha milking splined"])).toEqual([]);
  await press(app, `${page}/decline`, {
    reason: declineReasons[0] ?? "",
    words: "My neighbour lends me his",
  });
  expect(await missed(app, reference, ["neighbour"])).toEqual([]);
});

test("a request is found by the customer's mail, by our reply, and by why something comes back", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { order, path } = await deliveredOrder(app, { lines: [exampleLine()] });
  const { ref_number: reference } = order;
  const words = { kind: "faulty", line: "diff", words: "It grumbles" };
  await press(app, `${path}/return`, words);
  await receive(app, { subject: `Fwd: ${reference}`, text: "The quarryman wants it" });
  const reply = { text: "We post a bearing today", key: randomUUID() };
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST auth-name", { full_name: "Mia Rata" });
  const sent = await deskCall(app, cookie, `POST desk-reply?reference=${reference}`, reply);
  expect(sent).toMatchObject({ status: 200 });
  app.advance(11_000);
  await app.app.run("outbox");
  expect(await missed(app, reference, ["grumbles", "quarryman", "bearing"])).toEqual([]);
});

test("vehicles and messages are found as well", async () => {
  const app = await buildTestApp();
  const { reference, path, send, call } = await offerDesk(app);
  await call("photoRequest", { shots: ["dash"], words: "With the odometer lit" });
  await send({ words: "Our trailer has a winch" });
  await press(app, `${path}/offer/counter`, { amount: "1500", words: "New radials last winter" });
  expect(await missed(app, reference, ["odometer", "winch", "radials"], "vehicle_submissions")).toEqual([]);
  const message = await addRecord(app, contactMessageExample);
  await noteOf(app, await app.signIn(), message, "Wants the weekend");
  expect(await missed(app, message, ["weekend"], "contact_messages")).toEqual([]);
});

test("a correction keeps what was said; a record that goes leaves none of it in the index", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const cookie = await app.signIn();
  await noteOf(app, cookie, reference, "Collects on Thursday");
  const fields = { full_name: "Liam Tautahi" };
  await deskCall(app, cookie, `POST desk-correction?reference=${reference}`, { fields });
  expect(await missed(app, reference, ["tautahi thursday"])).toEqual([]);
  await app.app.services.database.write((tx) => sql`delete from quote_requests`.execute(tx));
  await addRecord(app, quoteRequestExample);
  expect(await find(app, "thursday")).toEqual([]);
});

test("of the longest conversation the newest words are found, next to those of the form", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const cookie = await app.signIn();
  const many = Array.from({ length: 1500 }, (_, index) => `w${index}x`).join(" ");
  await noteOf(app, cookie, reference, "oldest");
  app.advance(1000);
  await noteOf(app, cookie, reference, many);
  app.advance(1000);
  await noteOf(app, cookie, reference, "newest");
  expect(await missed(app, reference, ["aroha newest w1x"])).toEqual([]);
  const [{ search_text: text } = {}] = await app.rows("quote_requests");
  expect(String(text).split(" ")).toHaveLength(2000);
});

test("of hundreds of mails only the newest are read again with each change", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  await receive(app, { subject: reference, text: "Swingarm" });
  const [mail] = await app.rows("inbound_mails");
  const later = Array.from({ length: 200 }, (_, index) => ({
    ...mail,
    id: randomUUID(),
    key: randomUUID(),
    at: app.app.services.now().toISOString(),
    words: `w${index}x`,
  }));
  await app.app.services.database.write((tx) =>
    tx
      .insertInto("inbound_mails")
      .values(later as never)
      .execute(),
  );
  app.advance(1000);
  await noteOf(app, await app.signIn(), reference, "newest");
  expect(await missed(app, reference, ["newest w1x w199x"])).toEqual([]);
  expect(await find(app, "swingarm")).toEqual([]);
});

test("what was said before this version is found once a chore has read it", async () => {
  const app = await buildTestApp({ environment: await formerData() });
  const ref = String((await app.rows("orders"))[0]?.["ref_number"]);
  expect(await find(app, "thanks when")).toEqual([]);
  await app.app.run("said words");
  expect(await missed(app, ref, ["thanks when"])).toEqual([]);
  expect(await app.rows("unread_records")).toEqual([]);
});
