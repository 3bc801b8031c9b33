import { randomUUID } from "node:crypto";

import type { FastifyInstance } from "fastify";

import { minuteMs } from "#domain/durations.ts";
import { firm } from "#domain/firm.ts";
import type { Outcome } from "#domain/outcome.ts";
import { type MailOutTest, readyCalls } from "#domain/ready.ts";
import { forOwners } from "#server/features/auth/permissions.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { countAgainst } from "#server/services/limits/limits.ts";
import { mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import { awaitTestMail, keepMailTest } from "#server/services/mail/mail-tests.ts";
import { bareAddress, composeMail, type Mail } from "#server/services/mail/mail.ts";
import type { Services } from "#server/services/services.ts";

import { mailServer, readyLines, toFolder } from "./ready-lines.ts";

/** "Ready to open?", with a test of the mail each way (deals.md section 14). */
export function readyRoutes(server: FastifyInstance, services: Services, config: Config): void {
  const { database, mail } = services;
  const context = { config, database, mail };
  server.get(
    readyCalls.ready.path,
    forOwners(services, () => readyLines(context)),
  );
  server.post(
    readyCalls.mailOut.path,
    forOwners(services, ({ user }) => sendTest(services, config, user)),
  );
  server.post(
    readyCalls.mailIn.path,
    forOwners(services, () => database.write((tx) => awaitTestMail(tx, bareAddress(mail.replyTo)))),
  );
}

const testsAtMost = { most: 5, windowMs: 10 * minuteMs };

async function sendTest(
  services: Services,
  config: Config,
  { id, email: to }: UserRow,
): Promise<Outcome<MailOutTest, Refusal>> {
  const { database, keys, mail, mailHealth, now } = services;
  if (config.production && config.mail.kind !== "smtp")
    return { refusal: { status: 409, message: toFolder } };
  const limit = { name: keys.hash("limit", `mail test ${id}`), ...testsAtMost };
  const retryAfterSeconds = await database.write((tx) => countAgainst(tx, limit, now()));
  if (retryAfterSeconds !== null) return { refusal: { ...tooMany, retryAfterSeconds } };
  const result = await mailHealth.send(testMail(services, to));
  if (result.outcome !== "accepted") return { ok: { to, error: result.errorClass } };
  const test = { from: bareAddress(mail.from), server: mailServer(config) };
  await database.write((tx) => keepMailTest(tx, "mail-out", test));
  return { ok: { to, error: null } };
}

const tooMany = { status: 429, message: "That is a lot of tests. Wait ten minutes, then send another" };

function testMail({ mail, now }: Services, to: string): Mail {
  const content = {
    heading: `A test from ${firm.trading_name}`,
    paragraphs: [
      "You have asked for this mail at the desk. It has arrived, so mail to customers leaves.",
      "If it lies in the folder for spam, so may your quotes: ask whoever runs the server to set up SPF and DKIM.",
    ],
    facts: [],
    footer: `${firm.trading_name}, ${firm.town}, ${firm.region}`,
  };
  const parts = { subject: content.heading, text: mailText(content), html: mailHtml(content) };
  return composeMail(mail, { name: `test-${randomUUID()}`, to, ...parts, date: now() });
}
