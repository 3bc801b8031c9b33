import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { quoteExample, sendMail } from "#tests/quote-example.ts";

const minute = 60_000;

async function journal(app: TestApp, cookie?: string) {
  const headers = { cookie: cookie ?? (await app.signIn()) };
  const answer = await app.fetch("/functions/v1/mail-journal", { headers });
  return answer.json();
}

async function appWithMail() {
  const mail = await startMailServer();
  onTestFinished(() => mail.stop());
  return { mail, app: await buildTestApp({ environment: { MAIL_URL: mail.url } }) };
}

const from = (part: string) => ({ ...quoteExample, part_needed: part });

test("a visitor who could not send is counted once however often they pressed, and not at all once they got through", async () => {
  const { app, mail } = await appWithMail();
  mail.setMode("defer-rcpt");
  await sendMail(app, from("never"));
  app.advance(5 * minute);
  for (const part of ["three times", "three times", "three times", "later"]) await sendMail(app, from(part));
  const [start = 0, end = 0] = [-5 * minute, 0].map((ms) => app.app.services.now().getTime() + ms);
  mail.setMode("accept");
  expect((await sendMail(app, from("later"))).status).toBe(200);
  expect(await journal(app)).toEqual({
    outages: [
      {
        from: new Date(start).toISOString(),
        to: new Date(end).toISOString(),
        failed: { quote: 2 },
        maybe_arrived: 0,
        errors: ["smtp 451"],
      },
    ],
  });
});

test("half an hour apart are two outages, newest first; each is gone after a day", async () => {
  const { app, mail } = await appWithMail();
  mail.setMode("reset-after-dot");
  await sendMail(app, from("first"));
  app.advance(31 * minute);
  mail.setMode("drop-mail");
  await sendMail(app, from("second"));
  const cookie = await app.signIn();
  const { outages } = await journal(app, cookie);
  expect(outages).toMatchObject([{ maybe_arrived: 0 }, { maybe_arrived: 1 }]);
  app.advance(23.7 * 60 * minute);
  expect((await journal(app)).outages).toHaveLength(1);
});

test("a send that a crash cut off is in the journal, at the time of the visitor's try", async () => {
  const { app } = await appWithMail();
  const pressedAt = app.app.services.now().toISOString();
  await app.app.services.database.write((tx) =>
    tx
      .insertInto("attempts")
      .values({
        ref_number: "QK-222222-2222",
        form_type: "QUOTE",
        key: "key",
        fingerprint: "fingerprint",
        state: "sending",
        created_at: pressedAt,
        updated_at: pressedAt,
        sealed: null,
        error_class: null,
      })
      .execute(),
  );
  app.advance(2 * minute);
  await app.app.run("housekeeping");
  expect(await journal(app)).toMatchObject({
    outages: [{ from: pressedAt, to: pressedAt, maybe_arrived: 1, errors: ["server stopped"] }],
  });
});

test("the journal holds nothing of the visitor, and only staff read it", async () => {
  const { app, mail } = await appWithMail();
  mail.setMode("refuse-dot");
  await sendMail(app);
  expect((await app.fetch("/functions/v1/mail-journal")).status).toBe(401);
  const text = JSON.stringify(await journal(app));
  for (const value of Object.values(quoteExample)) expect(text).not.toContain(String(value));
});
