import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addUser, panelCall, trySignIn } from "#tests/panel-call.ts";
import { sendMail, storeBody } from "#tests/quote-example.ts";

const day = 24 * 60 * 60_000;

interface Entry {
  readonly seq: number;
  readonly actor: string;
  readonly words: string;
  readonly reference: string | null;
}

async function entries(app: TestApp, cookie: string, query = ""): Promise<Entry[]> {
  const { status, body } = await panelCall(app, cookie, `GET audit${query}`);
  expect(status).toBe(200);
  return body["entries"] as Entry[];
}

const words = (list: readonly Entry[]) => list.map((entry) => `${entry.actor}: ${entry.words}`);

const check = async (app: TestApp, cookie: string) => (await panelCall(app, cookie, "GET audit-check")).body;

/** Changes the list as only somebody with the database itself in their hands could. */
async function tamper(app: TestApp, statement: string): Promise<void> {
  const triggers = {
    sqlite: ["drop trigger audit_entries_unchanged", "drop trigger audit_entries_kept"],
    postgres: ["alter table audit_entries disable trigger user"],
  };
  await app.app.services.database.write(async (tx) => {
    for (const each of [...triggers[app.app.services.database.engine], statement])
      await sql.raw(each).execute(tx);
  });
}

test("sign-ins, refusals, changes and sign-outs are written down, the newest first", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await trySignIn(app, { password: "wrong" });
  await trySignIn(app, { email: "nobody@farm.example" });
  const first = await addUser(app, cookie, "mere@quadkea.example");
  const mere = await trySignIn(app, { email: "mere@quadkea.example", password: first });
  await app.fetch("/functions/v1/auth-logout", { method: "POST", headers: { cookie: mere.cookie } });
  expect(words(await entries(app, cookie))).toEqual([
    "Mere: Signed out",
    "Mere: Signed in with Unknown browser",
    "Administrator: Added Mere",
    "Somebody: Sign-in refused: unknown account",
    "Somebody: Sign-in as Administrator refused: wrong password",
    "Administrator: Signed in with Unknown browser",
  ]);
});

test("a status change is written down with the record's reference and nothing else of the visitor", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { ref_number: reference = "" } = await sendMail(app);
  await app.store("quote_requests", storeBody(reference));
  const [row] = await app.rows("quote_requests");
  const path = `/rest/v1/quote_requests?id=eq.${String(row?.["id"])}`;
  const change = async (status: string) =>
    app.fetch(path, {
      method: "PATCH",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({ status }),
    });
  await change("completed");
  await change("completed");
  const [latest, before] = await entries(app, cookie);
  expect(latest).toMatchObject({ words: "Changed from New to Completed:", reference });
  expect(before?.words).toMatch(/^Signed in/);
  const kept = JSON.stringify(await app.rows("audit_entries"));
  for (const name of ["full_name", "email", "phone", "vin"]) expect(kept).not.toContain(String(row?.[name]));
});

test("addresses that nobody here has are not kept, and cannot flood the list", async () => {
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

test("somebody who goes on guessing after the limit is written down once", async () => {
  const app = await buildTestApp();
  for (let tries = 0; tries < 14; tries += 1) await trySignIn(app, { password: "guess" });
  const events = (await app.rows("audit_entries")).map((row) => row["event"]);
  expect(events.filter((event) => event === "sign-in-refused")).toHaveLength(10);
  expect(events.filter((event) => event === "sign-in-limited")).toHaveLength(1);
});

test("the list is filtered by kind, person and record, and read on page by page", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const first = await addUser(app, cookie, "mere@quadkea.example");
  for (let count = 0; count < 52; count += 1) {
    await panelCall(app, cookie, "POST saved-replies", { title: `Reply ${count}`, body: "x" });
  }
  await trySignIn(app, { email: "mere@quadkea.example", password: first });
  const users = (await panelCall(app, cookie, "GET users")).body as unknown as {
    id: string;
    email: string;
  }[];
  const { id } = users.find(({ email }) => email.startsWith("mere"))!;
  expect(words(await entries(app, cookie, `?person=${id}`))).toEqual([
    "Mere: Signed in with Unknown browser",
    "Administrator: Added Mere",
  ]);
  expect(await entries(app, cookie, "?group=account")).toHaveLength(1);
  expect(await entries(app, cookie, "?reference=QK-222222-2222")).toEqual([]);
  const page = await entries(app, cookie, "?group=setting");
  expect(page).toHaveLength(50);
  expect(await entries(app, cookie, `?group=setting&before=${page.at(-1)!.seq}`)).toHaveLength(2);
  for (const query of ["?group=x", "?person=x", "?reference=x", "?before=x", "?x=1"]) {
    expect((await panelCall(app, cookie, `GET audit${query}`)).status).toBe(400);
  }
});

test("the database refuses to change, delete or empty the list", async () => {
  const app = await buildTestApp();
  await app.signIn();
  for (const statement of ["update audit_entries set actor = 'x'", "delete from audit_entries"]) {
    const change = app.app.services.database.write((tx) => sql.raw(statement).execute(tx));
    await expect(change).rejects.toThrow(/audit entries cannot be/);
  }
  expect(await app.rows("audit_entries")).toHaveLength(1);
});

test.for([
  ["an entry was rewritten", "update audit_entries set actor = 'x' where seq = 2", 2],
  ["an entry was taken out", "delete from audit_entries where seq = 2", 3],
  ["the first was taken out", "delete from audit_entries where seq = 1", 2],
] as const)("the check says where %s", async ([, statement, brokenAt]) => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await app.signIn();
  await app.signIn();
  expect(await check(app, cookie)).toEqual({ entries: 3, unchecked: 0, broken_at: null });
  await tamper(app, statement);
  expect(await check(app, cookie)).toMatchObject({ broken_at: brokenAt });
});

test("the newest seal goes to the log, and a list that was changed is an error there", async () => {
  const app = await buildTestApp({ expectedWarnings: ["the audit list was changed"] });
  await app.signIn();
  await app.app.noteAudit();
  const [{ seal } = {}] = await app.rows("audit_entries");
  expect(app.logLines).toContainEqual(expect.objectContaining({ msg: "newest audit entry", entry: 1, seal }));
  await tamper(app, "update audit_entries set event = 'signed-out'");
  await app.app.noteAudit();
  expect(app.logLines).toContainEqual(
    expect.objectContaining({ msg: "the audit list was changed", entry: 1 }),
  );
});

test("entries written at the same moment form one unbroken list", async () => {
  const app = await buildTestApp();
  await app.signIn();
  const cookie = await app.signIn();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      panelCall(app, cookie, "POST saved-replies", { title: `Reply ${index}`, body: "x" }),
    ),
  );
  expect(await check(app, cookie)).toEqual({ entries: 22, unchecked: 0, broken_at: null });
});

test("after 24 months entries are removed; what is left still proves that nothing else is missing", async () => {
  const app = await buildTestApp({ startAt: new Date(Date.now() - 800 * day) });
  await app.signIn();
  await app.signIn();
  app.advance(800 * day);
  const cookie = await app.signIn();
  await app.app.keepHouse();
  expect(words(await entries(app, cookie))).toEqual([
    "The system: Removed the audit entries of before 24 months, up to number 2",
    "Administrator: Signed in with Unknown browser",
  ]);
  expect(await check(app, cookie)).toEqual({ entries: 2, unchecked: 0, broken_at: null });
  await tamper(app, "delete from audit_entries where seq = 3");
  expect(await check(app, cookie)).toMatchObject({ broken_at: 4 });
});

test("entries from before the secret was changed are told apart from broken ones", async () => {
  const app = await buildTestApp({
    environment: { SESSION_SECRET: "the first of two secrets, long enough" },
  });
  for (let count = 0; count < 3; count += 1) await app.signIn();
  const again = await app.restart({ SESSION_SECRET: "the second of two secrets, long enough" });
  const cookie = await again.signIn();
  expect(await check(again, cookie)).toEqual({ entries: 4, unchecked: 3, broken_at: null });
  await tamper(again, "delete from audit_entries where seq = 2");
  expect(await check(again, cookie)).toMatchObject({ broken_at: 3 });
});

test("an admin's e-mail address and name come from the account, not from the list", async () => {
  const app = await buildTestApp();
  await app.signIn();
  expect(JSON.stringify(await app.rows("audit_entries"))).not.toContain(testAdmin.email);
});
