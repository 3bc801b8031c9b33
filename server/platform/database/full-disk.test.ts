import { existsSync } from "node:fs";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { messages } from "#domain/messages.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";
import { smallDisk } from "#tests/small-disk.ts";

test("a disk that fills up during a send: the outcome is stored in the reserve, and nothing else is mailed until there is room", async ({
  skip,
}) => {
  const disk = smallDisk(32) ?? skip("mounting a small disk needs root");
  const mail = await startMailServer();
  onTestFinished(() => mail.stop());
  const expectedWarnings = ["request failed", "work after a submission failed"];
  const environment = { MAIL_URL: mail.url, DATA_DIR: disk.folder };
  const app = await buildTestApp({ environment, expectedWarnings });
  await app.app.runHousekeeping();
  const reserve = join(disk.folder, "quadkea.db.reserve");
  expect(existsSync(reserve)).toBe(true);

  mail.setMode(() => {
    disk.fill();
    return "accept";
  });
  const { status, ref_number: reference = "" } = await sendMail(app);
  expect(status).toBe(200);
  expect(await app.rows("attempts")).toMatchObject([{ ref_number: reference, state: "mailed" }]);
  expect(existsSync(reserve)).toBe(false);
  await app.app.services.mailStep.settled();

  const other = { ...quoteExample, make: "Suzuki" };
  expect(await sendMail(app, other)).toMatchObject({ status: 503, error: messages.unexpected });
  expect((await app.fetch("/readyz")).status).toBe(503);
  expect(mail.messages.map((message) => message.subject)).toEqual([expect.stringContaining(reference)]);

  disk.free();
  mail.setMode("accept");
  await app.app.runHousekeeping();
  expect(existsSync(reserve)).toBe(true);
  expect((await app.fetch("/readyz")).status).toBe(200);
  expect((await sendMail(app, other)).status).toBe(200);
  expect((await app.store("quote_requests", storeBody(reference))).status).toBe(201);
});
