import { randomUUID } from "node:crypto";

import MailComposer from "nodemailer/lib/mail-composer/index.js";

import { takeIn } from "#server/features/inbox/take-in.ts";
import { createLog } from "#server/platform/observability/log.ts";
import type { Shelf } from "#server/services/inbox/mailbox.ts";

import type { TestApp } from "./build-test-app.ts";
import { quoteExample } from "./quote-example.ts";

/** A mail from outside, as a mail program sends it. */
export interface InboundExample {
  readonly from?: string;
  readonly to?: string;
  readonly cc?: string;
  readonly replyTo?: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly messageId?: string;
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { filename: string; contentType?: string; content: Buffer | string }[];
}

/** From the customer of the examples unless given, with a Message-ID of its own. */
export async function inboundMail(mail: InboundExample): Promise<Buffer> {
  const { from = `Aroha <${quoteExample.email}>`, references = [], attachments = [], ...rest } = mail;
  const messageId = mail.messageId ?? `<${randomUUID()}@mail.example.co.nz>`;
  const whole = { from, to: "sales@quadkea.example", subject: "Re: your quote", ...rest };
  return new MailComposer({
    ...whole,
    messageId,
    references: [...references],
    attachments: [...attachments],
  })
    .compile()
    .build();
}

/** Takes a mail in as the reader of the mailbox does. It has just arrived unless given. */
export async function receive(
  app: TestApp,
  mail: InboundExample | Buffer,
  arrivedAt: Date = app.app.services.now(),
): Promise<Shelf> {
  const source = Buffer.isBuffer(mail) ? mail : await inboundMail(mail);
  const { services } = app.app;
  const context = {
    ...services,
    log: createLog("warn", process.stderr),
    stopping: new AbortController().signal,
  };
  const message = { name: "", source, arrivedAt };
  const [result] = await takeIn(context, [message]);
  if (result?.status !== "fulfilled") throw result?.reason;
  return result.value.shelf;
}
