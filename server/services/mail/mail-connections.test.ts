import { setTimeout as delay } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "#tests/mail-server.ts";
import { behindProxy, sendMany } from "#tests/many-visitors.ts";
import { quoteExample, sendMail } from "#tests/quote-example.ts";

import { ConnectionQueue } from "./connection-queue.ts";
import { composeMail } from "./mail.ts";
import { smtpMailer, type SmtpTimes } from "./smtp-mailer.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function mailServer(options: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const mail = await startMailServer({ mode: "none", ...options });
  onTestFinished(() => mail.stop());
  return mail;
}

const isStaffMail = ({ envelope }: ReceivedMail) => envelope.to.includes("sales@quadkea.example");

test.for([
  { posts: 58, connectionsAtMost: 10, environment: {}, most: 4 },
  { posts: 20, connectionsAtMost: 3, environment: { MAIL_CONNECTIONS: "3" }, most: 3 },
])(
  "with $posts posts at once from one address and a mail server that allows $connectionsAtMost connections, every other visitor's mail is sent",
  async ({ posts, connectionsAtMost, environment, most }) => {
    const mail = await mailServer({ connectionsAtMost });
    const app = await buildTestApp({ environment: { ...behindProxy, MAIL_URL: mail.url, ...environment } });
    const burst = numbers(posts).map((number) => {
      const fields = { ...quoteExample, email: `burst-${number}@example.co.nz`, make: `Make ${number}` };
      return sendMail(app, fields, { "x-forwarded-for": "203.0.113.9" });
    });
    const honest = await sendMany(app, numbers(5));
    expect(honest.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const answers = [...honest, ...(await Promise.all(burst))];
    await app.app.services.mailStep.settled();
    expect(mail.connections).toMatchObject({ refused: 0 });
    expect(mail.connections.peak).toBeLessThanOrEqual(most);
    // No visitor got an error although the mail was sent.
    const accepted = answers.filter(({ status }) => status === 200);
    expect(mail.messages.filter(isStaffMail)).toHaveLength(accepted.length);
  },
);

test("a mail server that hangs: eight visitors on two connections all get a response within the deadline", async () => {
  const mail = await mailServer({ mode: "hang-greeting" });
  const app = await buildTestApp({
    environment: { ...behindProxy, MAIL_URL: mail.url, MAIL_CONNECTIONS: "2" },
    mailTimes: { deadline: 2000, sessionMin: 500 },
  });
  const pressed = Date.now();
  const answers = await sendMany(app, numbers(8));
  expect(answers.map(({ status }) => status)).toEqual(numbers(8).map(() => 502));
  expect(Date.now() - pressed).toBeLessThan(4000);
  expect(mail.connections.total).toBe(2);
  const states = (await app.rows("attempts")).map(
    (row) => `${String(row["state"])}: ${String(row["error_class"])}`,
  );
  expect(states.toSorted()).toEqual([
    ...numbers(6).map(() => "refused: queue"),
    ...numbers(2).map(() => "refused: timeout"),
  ]);
  mail.setMode("none");
  expect((await sendMany(app, numbers(8))).map(({ status }) => status)).toEqual(numbers(8).map(() => 200));
});

test("shutdown while mails wait: every visitor gets a response, and staff mails and receipts are sent first", async () => {
  const mail = await mailServer({});
  const app = await buildTestApp({
    environment: { ...behindProxy, MAIL_URL: mail.url, MAIL_CONNECTIONS: "1" },
  });
  const { mailConnections } = app.app.services;
  const inUse = await mailConnections.enter({ to: "staff", sender: "", waitMs: 1000 });
  const sending = sendMany(app, numbers(6));
  await expect.poll(() => mailConnections.waiting("staff"), { timeout: 10_000 }).toBe(6);
  const stopped = app.stop();
  inUse?.();
  await stopped;
  expect((await sending).map(({ status }) => status)).toEqual(numbers(6).map(() => 200));
  expect(mail.messages.filter(isStaffMail)).toHaveLength(6);
  expect(mail.messages).toHaveLength(12);
});

const settings = {
  from: "Kea <desk@kea.example>",
  to: "sales@quadkea.example",
  replyTo: "",
  siteOrigin: "",
  linkKeys: deriveKeys(""),
};

function mailOf(name: string) {
  return composeMail(settings, { name, to: settings.to, subject: name, text: name, html: name });
}

/** A mailer with this many connections, and a function that sends and returns the outcome. */
function mailerFor(mail: MailServer, connections: number, times: Partial<SmtpTimes> = {}) {
  const queue = new ConnectionQueue(connections);
  return smtpMailer({ url: new URL(mail.url), connections: queue, times: { retryPause: 10, ...times } });
}

const subjects = ({ messages }: MailServer) => messages.map(({ subject }) => subject);

test("staff mails overtake waiting receipts, but for one receipt at a time", async () => {
  const mail = await mailServer({});
  const mailer = mailerFor(mail, 2);
  const receipts = numbers(4).map((number) =>
    mailer.send(mailOf(`receipt ${number}`), { isForVisitor: true }),
  );
  const staff = numbers(4).map((number) => mailer.send(mailOf(`staff ${number}`)));
  await Promise.all([...receipts, ...staff]);
  expect(subjects(mail).slice(0, 5).toSorted()).toEqual([
    "receipt 1",
    "staff 1",
    "staff 2",
    "staff 3",
    "staff 4",
  ]);
  expect(mail.messages).toHaveLength(8);
});

test("receipts that hang leave a connection for staff mails", async () => {
  const mail = await mailServer({ mode: "hang-greeting" });
  const mailer = mailerFor(mail, 3, { deadline: 1500, sessionMin: 100 });
  const receipts = numbers(5).map(() => mailer.send(mailOf("receipt"), { isForVisitor: true }));
  await expect.poll(() => mail.connections.total).toBe(2);
  mail.setMode("none");
  const pressed = performance.now();
  expect(await mailer.send(mailOf("staff"))).toEqual({ outcome: "accepted" });
  expect(performance.now() - pressed).toBeLessThan(1000);
  await Promise.all(receipts);
});

test("at most 200 receipts wait: the next one is refused at once, a staff mail is not", async () => {
  const connections = new ConnectionQueue(1);
  const inUse = await connections.enter({ to: "visitor", sender: "", waitMs: 1000 });
  const waiting = numbers(200).map((number) =>
    connections.enter({ to: "visitor", sender: `${number}`, waitMs: 1000 }),
  );
  expect(await connections.enter({ to: "visitor", sender: "", waitMs: 1000 })).toBeNull();
  const staff = connections.enter({ to: "staff", sender: "", waitMs: 1000 });
  inUse?.();
  expect(await staff).not.toBeNull();
  expect([connections.waiting("visitor"), connections.waiting("staff")]).toEqual([200, 0]);
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => null));
});

test("senders take turns: one with many mails delays another by one mail", async () => {
  const mail = await mailServer({});
  const mailer = mailerFor(mail, 1);
  const send = (sender: string, number: number) => mailer.send(mailOf(`${sender} ${number}`), { sender });
  await Promise.all([
    ...numbers(4).map((number) => send("busy", number)),
    send("other", 1),
    send("other", 2),
  ]);
  expect(subjects(mail)).toEqual(["busy 1", "busy 2", "other 1", "busy 3", "other 2", "busy 4"]);
});

test("a mail that reaches its deadline in the queue is refused and never sent", async () => {
  const mail = await mailServer({ mode: "hang-greeting" });
  const mailer = mailerFor(mail, 1, { deadline: 600, sessionMin: 200 });
  const first = mailer.send(mailOf("first"));
  const pressed = performance.now();
  expect(await mailer.send(mailOf("late"))).toEqual({ outcome: "refused", errorClass: "queue" });
  expect(performance.now() - pressed).toBeLessThan(600);
  mail.setMode("none");
  await first;
  await delay(100);
  expect(mail.connections.total).toBe(1);
  expect(await mailer.send(mailOf("hurried"), { withinMs: 100 })).toMatchObject({ outcome: "refused" });
  expect(mail.messages).toEqual([]);
});
