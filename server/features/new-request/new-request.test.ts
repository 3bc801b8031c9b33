import { expect, test } from "vitest";

import { minuteMs } from "#domain/durations.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { receive } from "#tests/inbound-mail.ts";
import { person, runPerson } from "#tests/person-command.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { addStaff, deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

const caller = { full_name: "Wiremu Tait", phone: "021 555 0199", part_needed: "Rear rack" };

type Fields = Readonly<Record<string, unknown>>;

/** The first admin's desk. */
async function openDesk() {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const enter = (body: object = {}, key?: { readonly key: string }) => {
    const request = { from: null, channel: "phone", fields: caller, ...body };
    return deskCall(app, cookie, "POST new-request", request, key);
  };
  const made = async (body: object = {}) => {
    const response = await enter(body);
    expect(response).toMatchObject({ status: 201 });
    return String(response.body["ref"]);
  };
  const read = async (reference: string) => {
    const { body } = await deskCall(app, cookie, `GET desk-record?reference=${reference}`);
    return body as { record: Fields; events: Fields[]; related: Fields[]; deal: { messages: Fields[] } };
  };
  return { app, cookie, enter, made, read };
}

async function unfiledMail(app: TestApp, cookie: string): Promise<string> {
  await receive(app, {
    from: "Sue <sue@farm.example>",
    subject: "Rear rack",
    text: "Got one for a Grizzly?",
  });
  const { body } = await deskCall(app, cookie, "GET inbox");
  return (body["unfiled"] as { id: string }[])[0]!.id;
}

test("a caller's name, number and part are a request like any other, which says who entered it and how it came", async () => {
  const { app, cookie, enter, read } = await openDesk();
  const response = await enter();
  expect(response).toMatchObject({ status: 201 });
  const { ref, link } = response.body as { ref: string; link: string };
  expect((await app.fetch(new URL(link).pathname)).status).toBe(200);
  const { record, events } = await read(ref);
  expect(record).toMatchObject({
    ...caller,
    status: "new",
    channel: "phone",
    email: "",
    make: "",
    year: null,
    delivery_address: "",
    consent: null,
    next_step: "quote",
    follows: null,
  });
  expect(events).toMatchObject([{ type: "created", becomes: "phone", user_id: record["entered_by"] }]);
  expect(Date.parse(String(record["due_at"]))).toBeGreaterThan(app.app.services.now().getTime());
  for (const words of ["wiremu", "0215550199", ref]) {
    const found = await app.postJson("/rest/v1/rpc/search_quote_requests", { words }, { cookie });
    expect([words, await found.json()]).toMatchObject([words, [{ ref_number: ref }]]);
  }
  await app.app.run("outbox");
  expect(await app.mails(), "neither staff nor the caller get one").toEqual([]);
});

test("what is needed is named with its field, and nothing is stored", async () => {
  const { app, enter } = await openDesk();
  const { full_name: _, ...nameless } = caller;
  const refused = [
    [{ fields: nameless }, "full_name"],
    [{ fields: { ...caller, phone: "" } }, "phone"],
    [{ fields: { ...caller, phone: "on the fridge" } }, "phone"],
    [{ fields: { ...caller, part_needed: " " } }, "part_needed"],
    [{ fields: { ...caller, year: 1900 } }, "year"],
    [{ fields: { ...caller, colour: "red" } }, "colour"],
    [{ vehicle: true, fields: { full_name: "Bo", phone: "021 555 0199", make: "Honda" } }, "model"],
    [{ receipt: true }, "email"],
  ] as const;
  for (const [body, field] of refused)
    expect(await enter(body)).toMatchObject({ status: 422, body: { field, error: expect.any(String) } });
  expect(await enter({ channel: "pigeon" })).toMatchObject({ status: 400 });
  expect(await app.rows("quote_requests")).toEqual([]);
});

test("a machine that somebody offers by phone needs no year and no condition", async () => {
  const { made, read } = await openDesk();
  const fields = { full_name: "Bo", phone: "021 555 0199", make: "Honda", model: "TRX350" };
  const { record } = await read(await made({ vehicle: true, channel: "counter", fields }));
  const unknown = { vehicle_type: "ATV", condition: null, year: null, location: "", email: "" };
  expect(record).toMatchObject({ ...fields, ...unknown, channel: "counter", next_step: "offer" });
});

test("a receipt goes out only if it is asked for", async () => {
  const { app, made } = await openDesk();
  const fields = { ...caller, email: "wiremu@example.co.nz" };
  await made({ fields });
  const ref = await made({ fields, receipt: true });
  await app.app.run("outbox");
  expect((await app.mails()).map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    ["wiremu@example.co.nz", `We have your quote request ${ref}`],
  ]);
});

test("a mail becomes the first message of its request, is no open question, and makes no second one", async () => {
  const { app, cookie, enter, made, read } = await openDesk();
  const mail = await unfiledMail(app, cookie);
  const fields = { full_name: "Sue", email: "sue@farm.example", part_needed: "Rear rack" };
  const ref = await made({ from: { mail }, channel: "mail", fields });
  const { record, events, deal } = await read(ref);
  expect(deal.messages).toMatchObject([{ id: mail, words: "Got one for a Grizzly?", is_open: false }]);
  expect(events.map(({ type }) => type)).toEqual(["created", "mail_in"]);
  expect(record).toMatchObject({ asked_at: null, next_step: "quote" });
  expect((await deskCall(app, cookie, "GET inbox")).body["unfiled"]).toEqual([]);
  const quote = await quoteDesk(app, { cookie, reference: ref });
  expect((await quote.quote()).body["open_question"]).toBeNull();
  expect(await enter({ from: { mail }, channel: "mail", fields })).toMatchObject({
    status: 409,
    body: { error: `Somebody was quicker: it is with ${ref} already. Nothing was stored` },
  });
  expect(await app.rows("quote_requests")).toHaveLength(1);
});

test("a contact message is completed and points to its request, once", async () => {
  const { app, enter, made, read } = await openDesk();
  const contact = await addRecord(app, contactMessageExample);
  const ref = await made({ from: { contact } });
  const { record, events } = await read(contact);
  expect(record).toMatchObject({ status: "completed", followed_by: ref, answered_by: "closed" });
  expect(events.map(({ type }) => type)).toContain("followed");
  expect((await read(ref)).record).toMatchObject({ follows: contact });
  expect(await enter({ from: { contact } })).toMatchObject({ status: 409 });
  expect(await enter({ from: { contact: ref } }), "which is no message").toMatchObject({ status: 404 });
});

test("a copy and the record it was made of show each other, and another copy may follow", async () => {
  const { app, made, read } = await openDesk();
  const first = await addRecord(app, quoteRequestExample);
  const copy = await made({ from: { copy: first } });
  expect((await read(first)).record).toMatchObject({ followed_by: copy, follows: null, status: "new" });
  expect((await read(copy)).record).toMatchObject({ follows: first, followed_by: null });
  const later = await made({ from: { copy: first } });
  expect((await read(first)).record).toMatchObject({ followed_by: later });
});

test("two presses with one key make one record, and both get its reference", async () => {
  const { app, cookie, enter } = await openDesk();
  const mail = await unfiledMail(app, cookie);
  const key = { key: "press" };
  const both = await Promise.all([enter({ from: { mail } }, key), enter({ from: { mail } }, key)]);
  const { link } = both[0].body as { link: string };
  expect(JSON.stringify(await app.rows("deal_calls")), "the link is a secret").not.toContain(link);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(both[0].body).toEqual(both[1].body);
  expect(await app.rows("quote_requests")).toHaveLength(1);
  expect(await enter({ channel: "text" }, key)).toMatchObject({ status: 409 });
});

test.for([1, 2, 3])("two desks at once make one request of a mail and one of a message (%i)", async () => {
  const { app, cookie, enter } = await openDesk();
  const other = await addStaff(app);
  const mail = await unfiledMail(app, cookie);
  const contact = await addRecord(app, contactMessageExample);
  for (const from of [{ mail }, { contact }]) {
    const theirs = deskCall(app, other.cookie, "POST new-request", { from, channel: "mail", fields: caller });
    const both = await Promise.all([enter({ from }), theirs]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  }
  expect(await app.rows("quote_requests")).toHaveLength(2);
});

test("the same caller twice is two records, of which the second names the first", async () => {
  const { app, made, read } = await openDesk();
  const first = await made();
  app.advance(minuteMs);
  const fields = { ...caller, full_name: "Mrs Tait", phone: "+64 21 555 0199" };
  const second = await read(await made({ fields, channel: "text" }));
  expect(second.record).toMatchObject({ full_name: "Mrs Tait", status: "new", repeats: { count: 2 } });
  expect(second.related).toMatchObject([{ ref_number: first, shares: ["phone"] }]);
  expect((await read(first)).record).toMatchObject({ full_name: "Wiremu Tait", duplicate_of: null });
});

test("without an address, /status takes the digits of the phone, and no empty address", async () => {
  const { app, made } = await openDesk();
  const ref = await made();
  const look = async (check: string) => {
    const body = new URLSearchParams({ ref, check }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return (await app.fetch("/status", { method: "POST", headers, body })).status;
  };
  expect([await look("0199"), await look("0198"), await look("@")]).toEqual([200, 404, 404]);
});

test("what a caller left is exported and erased by phone number or reference, and by nobody else's", async () => {
  const { app, made } = await openDesk();
  const ref = await made();
  await made({ fields: { ...caller, full_name: "Mrs Tait" } });
  await expect(runPerson(app, "export", caller.phone)).rejects.toThrow(
    "Several people share this phone number",
  );
  const held = JSON.parse(await person(app, "export", ref)) as Fields;
  expect(held).toMatchObject({ reference: ref, quote_requests: [{ ref_number: ref, channel: "phone" }] });
  await person(app, "erase", ref);
  expect((await app.rows("quote_requests")).map((row) => row["full_name"])).toEqual(["Mrs Tait"]);
  const left = JSON.parse(await person(app, "export", caller.phone)) as Fields;
  expect(left).toMatchObject({ quote_requests: [{ full_name: "Mrs Tait" }] });
});
