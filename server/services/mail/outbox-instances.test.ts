import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { createTestDatabase } from "#tests/postgres.ts";

import { queueMail } from "./outbox-table.ts";

test("three instances send 60 mails at the same time: each mail leaves once", async () => {
  const mail = await startMailServer({ mode: "none" });
  onTestFinished(() => mail.stop());
  const target = await createTestDatabase();
  onTestFinished(() => target.drop());
  const environment = { DATABASE_URL: target.url, MAIL_URL: mail.url };
  const apps = [];
  for (let instance = 1; instance <= 3; instance += 1) apps.push(await buildTestApp({ environment }));
  const [{ app }] = apps as [(typeof apps)[number]];
  const { database, now, mail: settings } = app.services;
  await database.write(async (tx) => {
    for (let number = 1; number <= 60; number += 1) {
      const [key, refNumber] = [`reply/${number}`, "QK-ABCDEF-2345"];
      const text = { to: "aroha@example.co.nz", subject: `${number}`, text: "Hi\n", html: "Hi" };
      await queueMail(tx, settings, { key, refNumber, ...text, dueAt: now() }, now());
    }
  });
  await Promise.all(apps.map((one) => one.app.run("outbox")));
  expect(mail.messages).toHaveLength(60);
  expect(new Set(mail.messages.map(({ messageId }) => messageId)).size).toBe(60);
  const rows = await database.reader.selectFrom("outbox").select(["state", "tries"]).execute();
  expect(rows).toEqual(rows.map(() => ({ state: "sent", tries: 1 })));
});
