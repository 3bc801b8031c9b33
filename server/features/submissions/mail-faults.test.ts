import { expect, onTestFinished, test } from "vitest";

import { messages } from "#domain/messages.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { type Fault, moments } from "#tests/mail-faults.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { quoteExample, sendMail } from "#tests/quote-example.ts";
import { type Example, examples, recordBody } from "#tests/submission-examples.ts";

function staffMails(mail: MailServer) {
  return mail.messages.filter((message) => message.envelope.to.includes("sales@quadkea.example"));
}

test("over SMTP: one staff mail and one receipt, each to exactly one recipient", async () => {
  const { app, mail } = await appWithMailServer("accept");
  const { ref_number: reference } = await sendMail(app);
  await app.app.services.mailStep.settled();
  expect(mail.messages.map((message) => message.envelope)).toEqual([
    { from: "website@quadkea.example", to: ["sales@quadkea.example"] },
    { from: "website@quadkea.example", to: [quoteExample.email] },
  ]);
  expect(mail.messages[0]?.name).toBe(`${reference}-staff`);
});

const definite: Fault[] = moments.flatMap((moment): Fault[] => [
  `defer-${moment}`,
  `refuse-${moment}`,
  `close-${moment}`,
]);
const lost: Fault[] = [...moments.map((moment): Fault => `drop-${moment}`), "die-in-data", "reset-after-dot"];

/** Every fault with a kind of submission, in turn. */
const faultyExamples = [...definite, ...lost].map((fault, index) => ({
  fault,
  example: examples[index % examples.length]!,
}));

async function mailCall(app: TestApp, { submission, values }: Example) {
  const answer = await app.postJson("/send-mail.php", { form_type: submission.formType, ...values });
  return { status: answer.status, ...(await answer.json()) };
}

test.for(faultyExamples)(
  "the mail server does '$fault': the visitor reads the catalogue's words, no $example.submission.name is stored, pressing again goes through",
  async ({ fault, example }) => {
    const { app, mail } = await appWithMailServer(fault);
    expect(await mailCall(app, example)).toMatchObject({
      status: 502,
      success: false,
      error: messages.mailFailed,
    });
    const [attempt] = await app.rows("attempts");
    const reference = String(attempt?.["ref_number"]);
    expect(attempt).toMatchObject({ sealed: null });
    const { table } = example.submission;
    expect((await app.store(table, recordBody(example, reference))).status).toBe(403);
    const before = mail.messages.length;
    mail.setMode("accept");
    expect(await mailCall(app, example)).toMatchObject({ status: 200, ref_number: reference });
    expect((await app.store(table, recordBody(example, reference))).status).toBe(201);
    await app.app.services.mailStep.settled();
    expect(staffMails(mail)).toHaveLength(before + 1);
    expect(new Set(staffMails(mail).map((message) => message.messageId)).size).toBe(1);
  },
);

test.for([...definite, "drop-mail", "drop-data"] as const)(
  "'%s' is a refusal: the message was not on its way",
  async (fault) => {
    const { app } = await appWithMailServer(fault);
    await sendMail(app);
    expect((await app.rows("attempts"))[0]).toMatchObject({ state: "refused" });
  },
);

test.for(["drop-dot", "die-in-data", "reset-after-dot"] as const)(
  "'%s' leaves the outcome unknown",
  async (fault) => {
    const { app } = await appWithMailServer(fault);
    await sendMail(app);
    expect((await app.rows("attempts"))[0]).toMatchObject({ state: "unknown" });
  },
);

/** Faults that only a deadline ends, and what is known then. */
const endless: [fault: Fault, state: unknown][] = [
  ...moments.map((moment): [Fault, string] => [`hang-${moment}`, moment === "dot" ? "unknown" : "refused"]),
  // No pause is long enough to be noticed; the whole is too long. How far it gets depends on the machine.
  ["drip", expect.stringMatching(/^(refused|unknown)$/)],
];

test(
  "a mail server that hangs, at whichever verb, or drips: the answer comes within the deadline, others are not held up",
  { timeout: 40_000 },
  async () => {
    const apps = [];
    for (const [fault, state] of endless) apps.push({ fault, state, ...(await appWithMailServer(fault)) });
    const pressed = Date.now();
    const outcomes = apps.map(async ({ app, mail, fault, state }, index) => {
      const example = examples[index % examples.length]!;
      const pending = mailCall(app, example);
      expect((await app.fetch("/healthz")).status).toBe(200);
      expect({ fault, waited: Date.now() - pressed < 3000 }).toEqual({ fault, waited: true });
      expect({ fault, ...(await pending) }).toMatchObject({ fault, status: 502, error: messages.mailFailed });
      expect({ fault, inTime: Date.now() - pressed < 17_000 }).toEqual({ fault, inTime: true });
      expect({ fault, ...(await app.rows("attempts"))[0] }).toMatchObject({ fault, state });
      mail.setMode("accept");
      expect({ fault, ...(await mailCall(app, example)) }).toMatchObject({ fault, status: 200 });
    });
    await Promise.all(outcomes);
  },
);

test("without a server at MAIL_URL a submission is refused at once; after a minute the server is not ready, and recovers by itself", async () => {
  const mail = await startMailServer();
  const expected = ["mail has been failing for a minute"];
  const port = new URL(mail.url).port;
  await mail.stop();
  const down = await buildTestApp({ environment: { MAIL_URL: mail.url }, expectedWarnings: expected });
  expect(await sendMail(down)).toMatchObject({ status: 502 });
  await down.app.run("mail probe");
  expect((await down.fetch("/readyz")).status).toBe(200);
  down.advance(61_000);
  await down.app.run("mail probe");
  expect((await down.fetch("/readyz")).status).toBe(503);
  const back = await startMailServer({ port: Number(port) });
  onTestFinished(() => back.stop());
  down.advance(5 * 60_000);
  await down.app.run("mail probe");
  expect((await down.fetch("/readyz")).status).toBe(200);
});
