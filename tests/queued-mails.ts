import { randomUUID } from "node:crypto";

import { openSource } from "#server/services/mail/mail.ts";
import { queueMail, resendMail } from "#server/services/mail/outbox-table.ts";

import { type TestApp } from "./build-test-app.ts";

export const customer = "aroha@example.co.nz";

/** Queues a mail as a feature does; returns its key. */
export async function queue(app: TestApp, { undoMs = 0 } = {}): Promise<string> {
  const { database, now, mail: settings } = app.app.services;
  const key = `reply/QK-ABCDEF-2345/${randomUUID()}`;
  const dueAt = new Date(now().getTime() + undoMs);
  const mail = {
    key,
    refNumber: "QK-ABCDEF-2345",
    to: customer,
    subject: "Kia ora",
    text: "Hi\n",
    html: "Hi",
  };
  await database.write((tx) => queueMail(tx, settings, { ...mail, dueAt }, now()));
  return key;
}

export async function stateOf(app: TestApp, key: string): Promise<unknown> {
  return (await app.rows("outbox")).find((row) => row["key"] === key)?.["state"];
}

/** As a person presses Send again. Returns false if there is nothing to send again. */
export function resend(app: TestApp, key: string): Promise<boolean> {
  const { database, now } = app.app.services;
  return database.write((tx) => resendMail(tx, key, now()));
}

/** The mails in the outbox of these kinds, as they are sent. */
export async function queuedSources(app: TestApp, ...kinds: readonly string[]): Promise<string[]> {
  const mails = (await app.rows("outbox")).filter(({ kind }) => kinds.includes(String(kind)));
  const { linkKeys } = app.app.services;
  return mails.map(({ key, source }) => String(openSource(linkKeys, String(key), String(source))));
}
