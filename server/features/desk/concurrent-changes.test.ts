import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { addStaff, deskCall } from "#tests/staff.ts";
import { addRecord, quoteRequestExample, vehicleExample } from "#tests/submission-examples.ts";

test("a status set on a stale record is refused and changes nothing; a snooze, or no version, goes through", async () => {
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
  const outcomes = async (change: object) =>
    (await (await desk.change(reference, change, version)).json()).outcomes;
  const { version: current } = (await desk.open(reference)).record;
  expect(await outcomes({ status: "new" })).toEqual([{ reference, kind: "stale", version: current }]);
  expect(await outcomes({ snoozed_until: "2027-01-01T00:00:00Z" })).toMatchObject([{ kind: "changed" }]);
  const { record, events } = await desk.open(reference);
  expect([record["status"], events.filter(({ type }) => type === "status").length]).toEqual(["completed", 1]);
  expect((await desk.setStatus(reference, "new")).status).toBe(204);
});

test("a change that is sent again, because its response was lost, is no conflict and is made once", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  const { version } = (await desk.open(reference)).record;
  expect((await desk.setStatus(reference, "completed", version)).status).toBe(204);
  expect((await desk.setStatus(reference, "completed", version)).status).toBe(204);
  const { cookie } = await addStaff(app);
  for (const status of ["new", "completed"]) {
    const seen = (await desk.open(reference)).record.version;
    await deskCall(app, cookie, "PATCH desk-record", { changes: [{ reference, version: seen, status }] });
  }
  expect((await desk.setStatus(reference, "completed", version)).status).toBe(412);
  const { events } = await desk.open(reference);
  expect(events.filter(({ type }) => type === "status")).toHaveLength(3);
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

test("several records get a status at once; what somebody else has changed since is named and left as it is", async () => {
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
    const answer = await deskCall(app, cookie, "PATCH desk-record", { changes });
    return answer.body["outcomes"] as { kind: string; reference: string; version: number }[];
  };
  const outcomes = await send([...given, { reference: "QK-222222-2222", version: 1, status: "new" }]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["changed", "stale", "changed", "missing"]);
  const stands = await Promise.all(references.map((reference) => desk.open(reference)));
  expect(stands.map(({ record }) => record["status"])).toEqual(["completed", "cancelled", "completed"]);
  expect(stands[0]?.events.at(-1)).toMatchObject({ type: "status", was: "new", becomes: "completed" });
  const { entries } = (await deskCall(app, cookie, "GET audit?group=record")).body;
  expect(entries).toMatchObject([third, first, second].map((reference) => ({ reference })));
  const back = outcomes
    .filter(({ kind }) => kind === "changed")
    .map(({ reference, version }) => ({ reference, version, status: "new" }));
  expect(await send(back)).toMatchObject([{ kind: "changed" }, { kind: "changed" }]);
  expect((await desk.open(first)).record["status"]).toBe("new");
});

test("if two people change the same records at once, in any order, the change of one is refused as stale", async () => {
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
    const answer = await deskCall(app, cookie, "PATCH desk-record", body);
    return (answer.body["outcomes"] as { kind: string }[]).map(({ kind }) => kind);
  };
  const kinds = await Promise.all([send("completed", false), send("cancelled", true)]);
  expect(kinds.flat().toSorted()).toEqual([...seen.map(() => "changed"), ...seen.map(() => "stale")]);
  expect(new Set(kinds.map((of) => of.join())).size).toBe(2);
});
