import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";

import { moveAttempt } from "./attempts.ts";

test.for([
  ["mailed", "refused"],
  ["mailed", "unknown"],
  ["stored", "refused"],
  ["stored", "mailed"],
] as const)("an attempt that is %s does not become %s by a late write", async ([state, late]) => {
  const app = await buildTestApp();
  const { ref_number: reference = "" } = await sendMail(app);
  if (state === "stored") await app.store("quote_requests", storeBody(reference));
  const sealed = late === "mailed" ? { sealed: "copy" } : {};
  await app.app.services.database.write((tx) =>
    moveAttempt(tx, reference, { state: late, ...sealed, now: app.app.services.now() }),
  );
  expect(await app.rows("attempts")).toMatchObject([{ state }]);
});

/** A send that a crash cut off, noted when the clock stood `aheadMs` from now. */
async function lostSend(app: TestApp, aheadMs: number): Promise<string | undefined> {
  const { ref_number: reference } = await sendMail(app);
  const { database, now } = app.app.services;
  const updatedAt = new Date(now().getTime() + aheadMs).toISOString();
  const lost = { state: "sending", updated_at: updatedAt, sealed: null } as const;
  await database.write((tx) => tx.updateTable("attempts").set(lost).execute());
  return reference;
}

test("a send was cut off and the clock set back by an hour: pressing again goes through at once, with the same reference", async () => {
  const app = await buildTestApp();
  const reference = await lostSend(app, 60 * 60_000);
  expect(await sendMail(app)).toMatchObject({ status: 200, ref_number: reference });
});

test("a send was cut off and the clock set back by an hour: the mail journal lists it after the next sweep", async () => {
  const app = await buildTestApp();
  await lostSend(app, 60 * 60_000);
  await app.app.run("housekeeping");
  expect(await app.rows("attempts")).toMatchObject([{ state: "unknown", error_class: "server stopped" }]);
});

test.runIf(process.env["TEST_ENGINE"] !== "postgres")(
  "alone with the database, a start forgets every lost send, whatever the clock says",
  async () => {
    const app = await buildTestApp();
    const reference = await lostSend(app, 30_000);
    const restarted = await app.restart();
    expect(await restarted.rows("attempts")).toMatchObject([{ state: "unknown" }]);
    expect(await sendMail(restarted)).toMatchObject({ status: 200, ref_number: reference });
  },
);

test.runIf(process.env["TEST_ENGINE"] !== "postgres")(
  "a month of stored submissions does not slow down the sweeper",
  async () => {
    const app = await buildTestApp();
    const { database, now } = app.app.services;
    const digits = sql.raw("(values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))");
    const yesterday = new Date(now().getTime() - 24 * 60 * 60_000).toISOString();
    await database.write((tx) =>
      sql`insert into attempts (ref_number, form_type, fingerprint, state, created_at, updated_at)
      select 'QK-' || a.column1 || b.column1 || c.column1 || d.column1 || e.column1, 'QUOTE', '', 'stored',
        ${yesterday}, ${yesterday}
      from ${digits} as a, ${digits} as b, ${digits} as c, ${digits} as d, ${digits} as e`.execute(tx),
    );
    const before = process.cpuUsage();
    for (let minute = 0; minute < 20; minute += 1) await app.app.run("housekeeping");
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
  },
);

const cannotBeOpened = "mailed submission cannot be opened: has SESSION_SECRET changed?";

test("a sealed copy that cannot be opened is reported, and the next ones are stored", async () => {
  const app = await buildTestApp({ expectedWarnings: [cannotBeOpened] });
  await sendMail(app);
  const { database } = app.app.services;
  await database.write((tx) => tx.updateTable("attempts").set({ sealed: "not ours" }).execute());
  app.advance(1000);
  const { ref_number: reference } = await sendMail(app, { ...quoteExample, make: "Suzuki" });
  app.advance(16 * 60_000);
  await app.app.run("housekeeping");
  expect(await app.rows("quote_requests")).toMatchObject([{ ref_number: reference }]);
  expect(app.logLines.map((line) => line.msg)).toContain(cannotBeOpened);
});
