import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";

import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";
import type { Fault } from "#tests/mail-faults.ts";
import { type MailServer, type MailServerMode, startMailServer } from "#tests/mail-server.ts";

import { ConnectionQueue } from "./connection-queue.ts";
import { composeMail } from "./mail.ts";
import { smtpMailer, type SmtpTimes } from "./smtp-mailer.ts";

const settings = {
  from: "desk@kea.example",
  to: "sales@quadkea.example",
  replyTo: "",
  siteOrigin: "",
  linkKeys: deriveKeys(""),
};
const mail = composeMail(settings, {
  name: "QK-1-staff",
  to: settings.to,
  subject: "Quote",
  text: "Hi",
  html: "Hi",
});

/** A mail server with a script for each session. */
async function serverWith(...modes: MailServerMode[]): Promise<MailServer> {
  const order = modes[Symbol.iterator]();
  const server = await startMailServer({ mode: () => order.next().value ?? "none" });
  onTestFinished(() => server.stop());
  return server;
}

function sendTo(url: string, times: Partial<SmtpTimes> = {}, message = mail) {
  const connections = new ConnectionQueue(4);
  return smtpMailer({ url: new URL(url), connections, times: { retryPause: 10, ...times } }).send(message);
}

const passing: Fault[] = [
  "defer-greeting",
  "refuse-greeting",
  "close-greeting",
  "drop-greeting",
  "defer-ehlo",
  "close-ehlo",
  "drop-ehlo",
  "defer-mail",
  "close-mail",
  "drop-mail",
  "defer-rcpt",
  "close-rcpt",
  "drop-rcpt",
  "defer-data",
  "close-data",
  "drop-data",
];

test.for(passing)("after '%s' the mail is sent again and accepted exactly once", async (fault) => {
  const server = await serverWith(fault);
  expect(await sendTo(server.url)).toEqual({ outcome: "accepted" });
  expect([server.connections.total, server.connections.peak, server.messages.length]).toEqual([2, 1, 1]);
});

test.for(passing)("after '%s' twice the mail is refused, without a third attempt", async (fault) => {
  const server = await serverWith(fault, fault);
  expect(await sendTo(server.url)).toMatchObject({ outcome: "refused" });
  expect([server.connections.total, server.messages.length]).toEqual([2, 0]);
});

const lasting: [fault: Fault, outcome: string, arrived: number][] = [
  ["refuse-ehlo", "refused", 0],
  ["refuse-mail", "refused", 0],
  ["refuse-rcpt", "refused", 0],
  ["refuse-data", "refused", 0],
  ["defer-dot", "refused", 0],
  ["refuse-dot", "refused", 0],
  ["close-dot", "refused", 0],
  ["drop-dot", "unknown", 0],
  ["die-in-data", "unknown", 0],
  ["reset-after-dot", "unknown", 1],
];

test.for(lasting)(
  "'%s' is final or came after the message began: %s, without a second attempt",
  async (row) => {
    const [fault, outcome, arrived] = row;
    const server = await serverWith(fault);
    expect(await sendTo(server.url)).toMatchObject({ outcome });
    expect([server.connections.total, server.messages.length]).toEqual([1, arrived]);
  },
);

test("a mail server that is back for the second attempt gets the mail", async () => {
  const { url, stop } = await startMailServer();
  await stop();
  const sending = sendTo(url, { retryPause: 300 });
  const server = await startMailServer({ mode: "none", port: Number(new URL(url).port) });
  onTestFinished(() => server.stop());
  expect(await sending).toEqual({ outcome: "accepted" });
  expect(server.messages).toHaveLength(1);
});

test("with too little time left there is no second attempt", async () => {
  const server = await serverWith("close-greeting");
  expect(await sendTo(server.url, { deadline: 1000, sessionMin: 900, retryPause: 200 })).toEqual({
    outcome: "refused",
    errorClass: "smtp 421",
  });
  expect(server.connections.total).toBe(1);
});

test("nothing is sent to a server with an untrusted certificate", async () => {
  let spoken = 0;
  const server = new SMTPServer({
    secure: true,
    authOptional: true,
    logger: false,
    onConnect: () => (spoken += 1),
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  onTestFinished(() => server.close());
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  const refused = { outcome: "refused", errorClass: "ETLS" };
  expect(await sendTo(`smtps://127.0.0.1:${port}`)).toEqual(refused);
  expect(spoken).toBe(0);
});

test("refused for one of several, it reaches the others once and may not have arrived", async () => {
  const got: string[][] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: ({ address }, _session, done) => done(address.startsWith("full") ? new Error("full") : null),
    onData(stream, { envelope }, done) {
      got.push(envelope.rcptTo.map(({ address }) => address));
      stream.on("end", done).resume();
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  onTestFinished(() => server.close());
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  const recipients = ["full@farm.example", "jo@farm.example"];
  const text = { name: "QK-1-reply", to: "", subject: "", text: "", html: "", recipients };
  const sent = await sendTo(`smtp://127.0.0.1:${port}`, {}, composeMail(settings, text));
  expect(sent).toEqual({ outcome: "unknown", errorClass: "not to all" });
  expect(got).toEqual([["jo@farm.example"]]);
});
