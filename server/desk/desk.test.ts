import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { newUserRow } from "#server/auth/users.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import {
  addRecord,
  contactMessageExample,
  mailedReference,
  quoteRequestExample,
  vehicleExample,
} from "#tests/submission-examples.ts";

const start = new Date("2026-11-20T00:00:00.000Z");

interface Desk {
  open(reference: string): Promise<OpenRecord>;
  summary(): Promise<Summary>;
  /** `version` is the one that the person has seen. */
  change(reference: string, change: object, version?: number): Promise<Response>;
  setStatus(reference: string, status: string, version?: number): Promise<Response>;
  note(reference: string, text: unknown, key?: string): Promise<Response>;
}

interface OpenRecord {
  readonly table: string;
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly related: readonly Readonly<Record<string, unknown>>[];
}

interface Summary {
  readonly counts: Readonly<Record<string, { statuses: object; mine: number; snoozed: number }>>;
  readonly people: readonly { id: string; full_name: string; is_active: boolean }[];
  readonly last_event: number;
}

async function deskOf(app: TestApp): Promise<Desk> {
  const cookie = await app.signIn();
  const send = (method: string, path: string, body?: object, version?: number) =>
    app.fetch(path, {
      method,
      headers: {
        cookie,
        "content-type": "application/json",
        ...(version === undefined ? {} : { "if-match": `"${version}"` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const read = async (path: string) => (await app.fetch(path, { headers: { cookie } })).json();
  const open = (reference: string) => read(`/functions/v1/desk-record?reference=${reference}`);
  return {
    open,
    summary: () => read("/functions/v1/desk-summary"),
    change: (reference, change, version) =>
      send("PATCH", `/functions/v1/desk-record?reference=${reference}`, change, version),
    async setStatus(reference, status, version) {
      const { table, record } = await open(reference);
      return send("PATCH", `/rest/v1/${table}?id=eq.${record.id}`, { status }, version);
    },
    note: (reference, text, key = randomUUID()) =>
      send("POST", `/functions/v1/desk-note?reference=${reference}`, { text, key }),
  };
}

async function addUser(app: TestApp, changes: { disabled_at?: string } = {}): Promise<string> {
  const user = {
    email: `${randomUUID()}@quadkea.example`,
    fullName: "Hēmi Walker",
    password: "x".repeat(12),
  };
  const row = { ...(await newUserRow(user, start)), ...changes };
  await app.app.services.database.write((tx) => tx.insertInto("users").values(row).execute());
  return row.id;
}

test("a record's history tells who did what, and when", async () => {
  const app = await buildTestApp({ startAt: start });
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  const hemi = await addUser(app);
  const [me] = (await desk.summary()).people.filter(({ id }) => id !== hemi);
  await desk.setStatus(reference, "in_progress");
  app.advance(60_000);
  await desk.change(reference, { owner_id: hemi });
  await desk.change(reference, { snoozed_until: "2026-11-23T20:00:00.000Z" });
  await desk.note(reference, "Rang: no answer.\n<b>Try again</b> on Tuesday 👍");
  const { record, events } = await desk.open(reference);
  expect(events.map(({ type, user_id, was, becomes }) => [type, user_id, was, becomes])).toEqual([
    ["mailed", null, null, null],
    ["created", null, null, null],
    ["status", me?.id, "new", "in_progress"],
    ["owner", me?.id, null, hemi],
    ["snooze", me?.id, null, "2026-11-23T20:00:00.000Z"],
    ["note", me?.id, null, null],
  ]);
  expect(events.at(-1)?.["note"]).toBe("Rang: no answer.\n<b>Try again</b> on Tuesday 👍");
  expect(events.at(2)?.["at"]).toBe("2026-11-20T00:00:01.000Z");
  expect(record).toMatchObject({
    status: "in_progress",
    owner_id: hemi,
    snoozed_until: "2026-11-23T20:00:00.000Z",
    updated_at: "2026-11-20T00:01:01.000Z",
  });
  const ids = events.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test("an adopted record says when it was mailed and when the server stored it", async () => {
  const app = await buildTestApp({ startAt: start });
  const reference = await mailedReference(app, quoteRequestExample);
  app.advance(20 * 60_000);
  await app.app.keepHouse();
  const { events, record } = await (await deskOf(app)).open(reference);
  expect(events.map(({ type, at }) => [type, at])).toEqual([
    ["mailed", "2026-11-20T00:00:00.000Z"],
    ["adopted", "2026-11-20T00:20:00.000Z"],
  ]);
  expect(record).toMatchObject({ adopted: true, consent: null });
});

test("a change made on a stale record is refused and changes nothing; without a version it goes through", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  const { version } = (await desk.open(reference)).record;
  expect((await desk.setStatus(reference, "completed", version)).status).toBe(204);
  const stale = await desk.setStatus(reference, "cancelled", version);
  expect([stale.status, await stale.json()]).toEqual([
    412,
    { code: "40001", message: expect.stringContaining("Nothing was overwritten"), details: null, hint: null },
  ]);
  const staleOwner = await desk.change(reference, { owner_id: null, snoozed_until: null }, version);
  expect([staleOwner.status, await staleOwner.json()]).toEqual([
    412,
    expect.objectContaining({ error: expect.stringContaining("Nothing was overwritten") }),
  ]);
  const { record, events } = await desk.open(reference);
  expect([record["status"], events.filter(({ type }) => type === "status").length]).toEqual(["completed", 1]);
  expect((await desk.setStatus(reference, "new")).status).toBe(204);
});

test("twenty people change one record at once: every change is in the history, each from what it replaced", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  const statuses = ["completed", "cancelled", "new", "in_progress"];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => desk.setStatus(reference, statuses[index % 4] ?? "new")),
  );
  const { record, events } = await desk.open(reference);
  const changes = events.filter(({ type }) => type === "status");
  let status: unknown = "new";
  for (const { was, becomes } of changes) {
    expect(was).toBe(status);
    status = becomes;
  }
  expect(record["status"]).toBe(status);
});

test("a note does not make a status change stale, and is not doubled when it is sent again", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, contactMessageExample);
  const desk = await deskOf(app);
  const { version } = (await desk.open(reference)).record;
  const key = randomUUID();
  const text = "ب".repeat(10_000);
  expect((await desk.note(reference, text, key)).status).toBe(200);
  expect((await desk.note(reference, text, key)).status).toBe(200);
  expect((await desk.setStatus(reference, "completed", version)).status).toBe(204);
  const { events } = await desk.open(reference);
  expect(events.filter(({ note }) => note === text)).toHaveLength(1);
});

test("a note that cannot be kept is refused in words", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  const answers = [
    await desk.note(reference, " \n "),
    await desk.note(reference, "x".repeat(10_001)),
    await desk.note(reference, 5),
    await desk.note(reference, "Hi", "1"),
  ];
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ success: false, error: expect.any(String) }),
    ]);
  }
});

test("the summary counts by status, what is mine and what is snoozed", async () => {
  const app = await buildTestApp({ startAt: start });
  const references: string[] = [];
  for (let count = 0; count < 4; count += 1)
    references.push(await addRecord(app, quoteRequestExample, { year: 2010 + count }));
  await addRecord(app, vehicleExample);
  const desk = await deskOf(app);
  const [me] = (await desk.summary()).people;
  const [a = "", b = "", c = ""] = references;
  await desk.setStatus(a, "completed");
  for (const reference of [a, b, c]) await desk.change(reference, { owner_id: me?.id });
  await desk.change(c, { snoozed_until: "2026-11-21T00:00:00.000Z" });
  const { counts, last_event: lastEvent } = await desk.summary();
  expect(counts["quote_requests"]).toEqual({
    statuses: { new: 3, in_progress: 0, completed: 1, cancelled: 0 },
    mine: 1,
    snoozed: 1,
  });
  expect(counts["vehicle_submissions"]).toMatchObject({ statuses: { new: 1 }, mine: 0, snoozed: 0 });
  app.advance(2 * 24 * 60 * 60_000);
  expect((await (await deskOf(app)).summary()).counts["quote_requests"]).toMatchObject({
    mine: 2,
    snoozed: 0,
  });
  expect(lastEvent).toBe(Math.max(...(await app.rows("record_events")).map(({ id }) => Number(id))));
});

test("records of the same person or machine are related, of whatever kind they are", async () => {
  const app = await buildTestApp();
  const first = await addRecord(app, quoteRequestExample, {
    vin: "te35 4100123",
    email: "other@example.nz",
    phone: "1",
  });
  const second = await addRecord(app, contactMessageExample, {
    email: "AROHA@example.co.nz",
    phone: "+64 21 555 0100",
  });
  await addRecord(app, vehicleExample);
  const reference = await addRecord(app, quoteRequestExample);
  const { related } = await (await deskOf(app)).open(reference);
  expect(related.map(({ ref_number, table, shares }) => [ref_number, table, shares])).toEqual([
    [second, "contact_messages", ["email", "phone"]],
    [first, "quote_requests", ["vin"]],
  ]);
});

test("nobody but a user who may sign in owns a record; nothing else can be changed here", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const disabled = await addUser(app, { disabled_at: start.toISOString() });
  const desk = await deskOf(app);
  const impossible = [
    { owner_id: "nobody" },
    { owner_id: disabled },
    { snoozed_until: "tomorrow" },
    { email: "x@y.nz" },
  ];
  for (const change of impossible) expect((await desk.change(reference, change)).status).toBe(400);
  expect((await desk.open(reference)).events).toHaveLength(2);
});

test("visitors see and change nothing of the desk; a reference nobody has is not found", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const path = `/functions/v1/desk-record?reference=${reference}`;
  const answers = await Promise.all([
    app.fetch("/functions/v1/desk-summary"),
    app.fetch(path),
    app.fetch(path, { method: "PATCH" }),
    app.postJson(`/functions/v1/desk-note?reference=${reference}`, { text: "x", key: randomUUID() }),
    app.postJson("/functions/v1/desk-statuses", { changes: [{ reference, version: 1, status: "new" }] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  const cookie = await app.signIn();
  for (const unknown of ["QK-222222-2222", "x", ""]) {
    const answer = await app.fetch(`/functions/v1/desk-record?reference=${unknown}`, { headers: { cookie } });
    expect(answer.status).toBe(404);
  }
});

test("several records get a status at once; what somebody else has changed since is told and left as it is", async () => {
  const app = await buildTestApp();
  const references: string[] = [];
  for (const year of [2010, 2011]) references.push(await addRecord(app, quoteRequestExample, { year }));
  references.push(await addRecord(app, vehicleExample));
  const desk = await deskOf(app);
  const seen = await Promise.all(references.map(async (reference) => (await desk.open(reference)).record));
  const [first = "", second = "", third = ""] = references;
  await desk.setStatus(second, "cancelled");
  const given = seen.map(({ version }, index) => ({
    reference: references[index],
    version,
    status: "completed",
  }));
  const cookie = await app.signIn();
  const send = async (changes: object[]) => {
    const answer = await app.postJson("/functions/v1/desk-statuses", { changes }, { cookie });
    return (await answer.json()).outcomes;
  };
  const outcomes = await send([...given, { reference: "QK-222222-2222", version: 1, status: "new" }]);
  expect(outcomes.map(({ kind }: { kind: string }) => kind)).toEqual([
    "changed",
    "stale",
    "changed",
    "missing",
  ]);
  const stands = await Promise.all(references.map((reference) => desk.open(reference)));
  expect(stands.map(({ record }) => record["status"])).toEqual(["completed", "cancelled", "completed"]);
  expect(stands[0]?.events.at(-1)).toMatchObject({ type: "status", was: "new", becomes: "completed" });
  expect((await app.rows("audit_entries")).filter(({ event }) => event === "status-changed")).toMatchObject(
    [second, first, third].map((reference) => ({ reference })),
  );
  const back = [outcomes[0], outcomes[2]].map(({ reference, version }) => ({
    reference,
    version,
    status: "new",
  }));
  expect(await send(back)).toMatchObject([{ kind: "changed" }, { kind: "changed" }]);
  expect((await desk.open(first)).record["status"]).toBe("new");
});

test("two people change the same records at once, in any order: one of them is told", async () => {
  const app = await buildTestApp();
  const references: string[] = [];
  for (const year of [2010, 2011, 2012, 2013])
    references.push(await addRecord(app, quoteRequestExample, { year }));
  const desk = await deskOf(app);
  const seen = await Promise.all(references.map(async (reference) => (await desk.open(reference)).record));
  const cookie = await app.signIn();
  const send = async (status: string, isReversed: boolean) => {
    const changes = seen.map(({ version }, index) => ({ reference: references[index], version, status }));
    const body = { changes: isReversed ? changes.toReversed() : changes };
    const answer = await app.postJson("/functions/v1/desk-statuses", body, { cookie });
    return (await answer.json()).outcomes.map(({ kind }: { kind: string }) => kind);
  };
  const kinds = await Promise.all([send("completed", false), send("cancelled", true)]);
  expect(kinds.flat().toSorted()).toEqual([...seen.map(() => "changed"), ...seen.map(() => "stale")]);
  expect(new Set(kinds.map((of) => of.join())).size).toBe(2);
});
