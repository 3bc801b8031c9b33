import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { submissions } from "#domain/forms/submissions.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { openLiveDesk } from "#tests/live-desk.ts";
import { deskCall } from "#tests/staff.ts";
import {
  addRecord,
  contactMessageExample,
  examples,
  quoteRequestExample,
  recordBody,
  vehicleExample,
} from "#tests/submission-examples.ts";

const run = promisify(execFile);
const { full_name: oldName, email: oldEmail, phone: oldPhone } = quoteRequestExample.values;
const corrected = { full_name: "Aroha Tūī", email: "aroha.tui@new.example", phone: "027 000 1122" };

/** How many quotes are found by these words. */
async function found(app: TestApp, cookie: string, words: string): Promise<number> {
  const answer = await app.postJson("/rest/v1/rpc/search_quote_requests", { words }, { cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()).length;
}

test("a corrected record shows and is found by the new values, and its history keeps the former ones", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const related = await addRecord(app, contactMessageExample, { phone: "+64 27 000 1122" });
  const desk = await deskOf(app);
  const cookie = await app.signIn();
  const live = await openLiveDesk(app, { cookie });
  const before = await desk.open(reference);
  const address = "7 Tūī Lane,\r\nRD 4 ";
  const answer = await desk.correct(
    reference,
    { ...corrected, email: ` ${corrected.email} `, delivery_address: address },
    before.record.version,
  );
  const { version } = await answer.json();
  const after = await desk.open(reference);
  expect(answer.status).toBe(200);
  expect(after.record).toMatchObject({
    ...corrected,
    delivery_address: "7 Tūī Lane,\nRD 4",
    version,
    status: "new",
    notes: before.record["notes"],
  });
  expect(version).toBeGreaterThan(before.record.version);
  const me = (await desk.summary()).people[0]?.id;
  expect(
    after.events
      .slice(2)
      .map((one) => [one["type"], one["field"], one["was"], one["becomes"], one["user_id"]]),
  ).toEqual([
    ["corrected", "full_name", oldName, corrected.full_name, me],
    ["corrected", "email", oldEmail, corrected.email, me],
    ["corrected", "phone", oldPhone, corrected.phone, me],
    [
      "corrected",
      "delivery_address",
      quoteRequestExample.values["delivery_address"],
      "7 Tūī Lane,\nRD 4",
      me,
    ],
    ["link_renewed", null, null, "2", me], // The receipt brought one to the former address.
  ]);
  for (const words of ["tui", "0270001122", "aroha.tui@new.example", "honda", "diff whines"]) {
    expect([words, await found(app, cookie, words)]).toEqual([words, 1]);
  }
  for (const words of [String(oldEmail), String(oldPhone)]) {
    expect([words, await found(app, cookie, words)]).toEqual([words, 0]);
  }
  expect(after.related).toMatchObject([{ ref_number: related, shares: ["phone"] }]);
  await expect.poll(() => live.types()).toEqual([...Array(4).fill("corrected"), "link_renewed"]);
});

test("the audit list says who corrected which field, and holds neither value", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  await desk.correct(reference, { email: corrected.email });
  const { body } = await deskCall(app, await app.signIn(), "GET audit?group=record");
  const [actor, words] = ["Administrator", "Corrected the email:"];
  expect(body["entries"]).toMatchObject([
    { words: expect.stringMatching(/^Made a new link/) },
    { actor, words, reference },
  ]);
  const log = JSON.stringify([body, await app.rows("audit_entries"), app.logLines]);
  expect(log).not.toContain(corrected.email);
  expect(log).not.toContain(oldEmail);
});

test("a correction that the form would refuse is refused, and names the field", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  for (const [fields, field] of impossible) {
    const answer = await desk.correct(reference, fields);
    expect([fields, answer.status]).toEqual([fields, 400]);
    expect((await answer.json())["field"]).toBe(field);
  }
  expect((await desk.open(reference)).events).toHaveLength(2);
});

const impossible: readonly (readonly [fields: unknown, field: string | undefined])[] = [
  [{ email: "not an address" }, "email"],
  [{ email: "" }, "email"],
  [{ full_name: null }, "full_name"],
  [{ phone: "1".repeat(41) }, "phone"],
  [{ full_name: "a\u0000b" }, "full_name"],
  [{ phone: "1", notes: "No" }, "notes"],
  [{ status: "completed" }, "status"],
  [{ constructor: "x" }, undefined],
  [{ full_name: 5 }, undefined],
  [{}, undefined],
  ["x", undefined],
];

test("every form has its own correctable fields; optional ones can be emptied", async () => {
  const app = await buildTestApp();
  const desk = await deskOf(app);
  const [message, vehicle] = [
    await addRecord(app, contactMessageExample),
    await addRecord(app, vehicleExample),
  ];
  expect((await desk.correct(message, { phone: "" })).status).toBe(200);
  expect((await desk.open(message)).record["phone"]).toBeNull();
  expect((await desk.correct(vehicle, { location: "Gore" })).status).toBe(200);
  expect((await desk.open(vehicle)).record["location"]).toBe("Gore");
  const names = submissions.map(({ fields }) =>
    Object.keys(fields).filter((name) => fields[name]?.correctable === true),
  );
  expect(names).toEqual([
    ["full_name", "email", "phone", "delivery_address"],
    ["full_name", "email", "phone"],
    ["full_name", "email", "phone", "location"],
  ]);
});

test("a correction on a version that is not the latest is refused; the same one sent again is not", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  const { version } = (await desk.open(reference)).record;
  await desk.setStatus(reference, "in_progress");
  const stale = await desk.correct(reference, { phone: "1" }, version);
  expect([stale.status, (await desk.open(reference)).record["phone"]]).toEqual([412, oldPhone]);
  const { version: latest } = (await desk.open(reference)).record;
  for (const _ of ["first", "answer lost"]) {
    expect((await desk.correct(reference, { phone: "1" }, latest)).status).toBe(200);
  }
  expect((await desk.open(reference)).events).toHaveLength(4);
});

test("a store call repeated after the correction returns that the record is stored", async () => {
  const app = await buildTestApp();
  const desk = await deskOf(app);
  for (const example of examples) {
    const reference = await addRecord(app, example);
    await desk.correct(reference, { full_name: "Somebody Else" });
    const { table } = example.submission;
    expect((await app.store(table, recordBody(example, reference))).status).toBe(201);
    expect((await desk.open(reference)).record["full_name"]).toBe("Somebody Else");
    expect(await app.rows(table)).toHaveLength(1);
  }
});

test("visitors and other sites correct nothing", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const path = `/functions/v1/desk-correction?reference=${reference}`;
  const fields = { full_name: "Mallory" };
  expect((await app.postJson(path, { fields })).status).toBe(401);
  const cookie = await app.signIn();
  const crossSite = { cookie, "sec-fetch-site": "cross-site" };
  expect((await app.postJson(path, { fields }, crossSite)).status).toBe(403);
  const unknown = await app.postJson(path.replace(reference, "QK-222222-2222"), { fields }, { cookie });
  expect(unknown.status).toBe(404);
  expect((await (await deskOf(app)).open(reference)).record["full_name"]).toBe(oldName);
});

test("erasing the person erases what their record said before, to the last byte", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample, { email: "before@gone.example" });
  await app.app.services.mailStep.settled();
  await (await deskOf(app)).correct(reference, { email: "after@gone.example" });
  const command = resolve(import.meta.dirname, "../../commands/person.ts");
  await run(process.execPath, [command, "erase", "after@gone.example"], { env: app.environment });
  expect(await app.rows("quote_requests")).toEqual([]);
  const nothing = { record_id: "", was: null, becomes: null, note: null, key: null };
  expect(await app.rows("record_events")).toMatchObject([
    { ...nothing, type: "corrected", field: "email" },
    { ...nothing, type: "link_renewed", becomes: "2" },
  ]);
  const search = run("grep", ["-rlai", "gone.example", "."], { cwd: app.dataDir });
  await expect(search).rejects.toMatchObject({ code: 1, stdout: "" });
});
