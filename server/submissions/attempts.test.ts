import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";

import { moveAttempt } from "./attempts.ts";

test.for([
  ["mailed", "refused"],
  ["mailed", "unknown"],
  ["stored", "refused"],
  ["stored", "mailed"],
] as const)("an attempt that is %s is not made %s by a note that comes late", async ([state, late]) => {
  const app = await buildTestApp();
  const { ref_number: reference = "" } = await sendMail(app);
  if (state === "stored") await app.store("quote_requests", storeBody(reference));
  const sealed = late === "mailed" ? { sealed: "copy" } : {};
  await app.app.services.database.write((tx) =>
    moveAttempt(tx, reference, { state: late, ...sealed, now: app.app.services.now() }),
  );
  expect(await app.rows("attempts")).toMatchObject([{ state }]);
});

test("a sealed copy that cannot be opened is reported, and those behind it are stored all the same", async () => {
  const app = await buildTestApp({ expectedWarnings: ["mailed submission cannot be stored"] });
  await sendMail(app);
  const { database } = app.app.services;
  await database.write((tx) => tx.updateTable("attempts").set({ sealed: "not ours" }).execute());
  app.advance(1000);
  const { ref_number: reference } = await sendMail(app, { ...quoteExample, make: "Suzuki" });
  app.advance(16 * 60_000);
  await app.app.keepHouse();
  expect(await app.rows("quote_requests")).toMatchObject([{ ref_number: reference }]);
  expect(app.logLines.map((line) => line.msg)).toContain("mailed submission cannot be stored");
});
