import nodemailer from "nodemailer";
import { expect, onTestFinished, test } from "vitest";

import { type Fault, type Moment, moments } from "./mail-faults.ts";
import { type MailServerMode, startMailServer } from "./mail-server.ts";

const mail = {
  from: "QuadKea <website@quadkea.example>",
  to: "sales@quadkea.example",
  replyTo: "hemi@farm.example",
  subject: "Quote request – Whangārei",
  messageId: "<1@quadkea.example>",
  text: ".a line that starts with a dot\nand one in te reo: Tēnā koe\n",
  html: "<p>Tēnā koe</p>",
};

async function serverIn(mode: MailServerMode) {
  const server = await startMailServer({ mode });
  onTestFinished(() => server.stop());
  const timeouts = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 };
  const send = () => nodemailer.createTransport({ url: server.url, ...timeouts }).sendMail(mail);
  return { server, send };
}

test("an accepted message is kept with its envelope, headers and both texts", async () => {
  const { server, send } = await serverIn("accept");
  await send();
  const [message] = server.messages;
  expect(message).toMatchObject({
    from: { address: "website@quadkea.example" },
    replyTo: [{ address: "hemi@farm.example" }],
    subject: mail.subject,
    messageId: mail.messageId,
    envelope: { from: "website@quadkea.example", to: ["sales@quadkea.example"] },
  });
  expect(message?.text?.trim()).toBe(mail.text.trim());
  expect(message?.html).toContain("Tēnā koe");
});

const refusals = moments.flatMap((moment: Moment): [Fault, number][] => [
  [`defer-${moment}`, 451],
  [`refuse-${moment}`, 554],
  [`close-${moment}`, 421],
]);

test.each(refusals)("%s answers %i and keeps nothing", async (mode, responseCode) => {
  const { server, send } = await serverIn(mode);
  await expect(send()).rejects.toMatchObject({ responseCode });
  expect(server.messages).toEqual([]);
});

const losses = moments.flatMap((moment): Fault[] => [`drop-${moment}`, `hang-${moment}`]);

test.each([...losses, "drip", "die-in-data"] as const)("%s fails without an answer", async (mode) => {
  const { server, send } = await serverIn(mode);
  const error: unknown = await send().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toHaveProperty("responseCode", expect.any(Number));
  expect(server.messages).toEqual([]);
});

test("reset-after-dot fails, yet the message is there", async () => {
  const { server, send } = await serverIn("reset-after-dot");
  await expect(send()).rejects.toThrow(/ECONNRESET|closed/i);
  expect(server.messages.map((message) => message.subject)).toEqual([mail.subject]);
});

test("a mode holds from the next conversation on", async () => {
  const { server, send } = await serverIn("refuse-rcpt");
  await expect(send()).rejects.toMatchObject({ responseCode: 554 });
  server.setMode("accept");
  await send();
  expect(server.messages).toHaveLength(1);
});
