import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { range } from "#tests/many-visitors.ts";
import { addStaff, addUser, deskCall, trySignIn } from "#tests/staff.ts";

const day = 24 * 60 * 60_000;

interface Entry {
  readonly id: string;
  readonly actor: string;
  readonly words: string;
  readonly reference: string | null;
}

async function entries(app: TestApp, cookie: string, query = ""): Promise<Entry[]> {
  const { status, body } = await deskCall(app, cookie, `GET audit${query}`);
  expect(status).toBe(200);
  return body["entries"] as Entry[];
}

const words = (list: readonly Entry[]) => list.map((entry) => `${entry.actor}: ${entry.words}`);

/** Runs a statement as only somebody with the database itself can. */
function execute(app: TestApp, statement: string): Promise<unknown> {
  return app.app.services.database.write((tx) => sql.raw(statement).execute(tx));
}

const insert = (seq: number) =>
  `insert into audit_entries (seq, at, event, actor, details)
    values (${seq}, '2020-01-01T00:00:00.000Z', 'signed-out', 'x', '{}')`;

test("sign-ins, refusals, changes and sign-outs are in the audit list, newest first", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await trySignIn(app, { password: "wrong" });
  await trySignIn(app, { email: "nobody@farm.example" });
  await addUser(app, cookie, "mere@quadkea.example");
  const mere = await addStaff(app, { email: "hemi@quadkea.example", full_name: "Hēmi" });
  await app.fetch("/functions/v1/auth-logout", { method: "POST", headers: { cookie: mere.cookie } });
  expect(words(await entries(app, cookie))).toEqual([
    "Hēmi: Signed out",
    "Hēmi: Signed in with Unknown browser",
    "Administrator: Added Mere",
    ": Failed sign-in: unknown account",
    ": Failed sign-in as Administrator: wrong password",
    "Administrator: Signed in with Unknown browser",
  ]);
  expect(JSON.stringify(await app.rows("audit_entries"))).not.toContain(testAdmin.email);
});

test("unknown e-mail addresses are not kept and cannot flood the list", async () => {
  const app = await buildTestApp();
  await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      trySignIn(app, { email: `typo${index}@farm.example`, password: "x" }),
    ),
  );
  const rows = await app.rows("audit_entries");
  expect(rows.filter((row) => row["event"] === "sign-in-unknown")).toHaveLength(20);
  expect(JSON.stringify(rows)).not.toContain("typo");
});

test("guessing beyond the limit adds one entry", async () => {
  const app = await buildTestApp();
  for (let tries = 0; tries < 14; tries += 1) await trySignIn(app, { password: "guess" });
  const events = (await app.rows("audit_entries")).map((row) => row["event"]);
  expect(events.filter((event) => event === "sign-in-refused")).toHaveLength(10);
  expect(events.filter((event) => event === "sign-in-limited")).toHaveLength(1);
});

test("the list is filtered by kind, person and record, and read on page by page", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { id } = await addStaff(app);
  for (let count = 0; count < 52; count += 1) {
    await deskCall(app, cookie, "POST saved-replies", { title: `Reply ${count}`, body: "x" });
  }
  await deskCall(app, cookie, `PATCH users/${id}`, { disabled: true, password: testAdmin.password });
  expect(words(await entries(app, cookie, `?person=${id}`))).toEqual([
    "Administrator: Disabled Mere",
    "Mere: Signed in with Unknown browser",
  ]);
  expect(await entries(app, cookie, "?group=account")).toHaveLength(1);
  expect(await entries(app, cookie, "?reference=QK-222222-2222")).toEqual([]);
  const page = await entries(app, cookie, "?group=setting");
  expect(page).toHaveLength(50);
  expect(await entries(app, cookie, `?group=setting&before=${page.at(-1)!.id}`)).toHaveLength(2);
  for (const query of ["?group=x", "?person=x", "?reference=x", "?before=1-2-3", "?before=5", "?x=1"]) {
    expect((await deskCall(app, cookie, `GET audit${query}`)).status).toBe(400);
  }
});

test("the database refuses to change, delete or insert entries between others", async () => {
  const app = await buildTestApp();
  for (let count = 0; count < 3; count += 1) await app.signIn();
  const before = await app.rows("audit_entries");
  // Each engine's own way around: replacing an entry, emptying the table.
  const own = {
    sqlite: insert(1).replace("insert", "insert or replace"),
    postgres: "truncate audit_entries",
  };
  const refused = [
    ["update audit_entries set actor = 'x' where seq = 2", /cannot be changed/],
    ["delete from audit_entries where seq = 2", /cannot be (changed or )?deleted/],
    ["delete from audit_entries", /cannot be (changed or )?deleted/],
    [insert(2), /cannot be inserted/],
    [`${insert(2)} on conflict (seq) do update set actor = 'x'`, /cannot be inserted/],
    [own[app.app.services.database.engine], /audit entries cannot be/],
  ] as const;
  for (const [statement, refusal] of refused) await expect(execute(app, statement)).rejects.toThrow(refusal);
  expect(await app.rows("audit_entries")).toEqual(before);
});

test("entries written at the same moment are numbered without a gap", async () => {
  const app = await buildTestApp();
  await app.signIn();
  const cookie = await app.signIn();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      deskCall(app, cookie, "POST saved-replies", { title: `Reply ${index}`, body: "x" }),
    ),
  );
  const numbers = (await app.rows("audit_entries")).map(({ seq }) => Number(seq));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1));
});

test("after 24 months entries are removed, the list says so, and numbers continue", async () => {
  const app = await buildTestApp({ startAt: new Date(Date.now() - 800 * day) });
  await app.signIn();
  await app.signIn();
  app.advance(800 * day);
  const cookie = await app.signIn();
  await app.app.run("audit list");
  const removed = "The system: Removed the audit entries older than 24 months, up to number 2";
  const kept = await entries(app, cookie);
  expect(words(kept)).toEqual([removed, "Administrator: Signed in with Unknown browser"]);
  expect((await app.rows("audit_entries")).map(({ seq }) => seq)).toEqual([3, 4]);
  await app.app.run("audit list");
  expect(await entries(app, cookie)).toEqual(kept);
});

test("one night removes a share of the list, the oldest first, so that a wrong date does not empty it", async () => {
  const app = await buildTestApp({ startAt: new Date(Date.now() - 800 * day) });
  for (let seq = 1; seq <= 30; seq += 1) await execute(app, insert(seq));
  app.advance(800 * day);
  const leftAfterAMinute = async () => {
    await app.app.run("audit list");
    return (await app.rows("audit_entries")).map(({ seq }) => Number(seq)).toSorted((a, b) => a - b);
  };
  expect(await leftAfterAMinute()).toEqual(range(11, 31));
  expect(await leftAfterAMinute()).toEqual(range(11, 31));
  app.advance(day);
  expect(await leftAfterAMinute()).toEqual(range(21, 32));
});

test("a list with old entries only is removed as a whole, and numbers continue", async () => {
  const app = await buildTestApp({ startAt: new Date(Date.now() - 800 * day) });
  await app.signIn();
  await app.signIn();
  app.advance(800 * day);
  await app.app.run("audit list");
  expect(await app.rows("audit_entries")).toMatchObject([{ seq: 3, event: "audit-purged" }]);
});
