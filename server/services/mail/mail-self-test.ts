import { business } from "#domain/business.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { type MailContent, mailHtml, mailText } from "./mail-layout.ts";
import { composeMail, type Mail, type MailSettings } from "./mail.ts";
import type { Mailer } from "./mailer.ts";

export interface SelfTestContext {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly mail: MailSettings;
  readonly log: Log;
  readonly now: () => Date;
}

/** After `at` ("07:30") in New Zealand, on one instance. A failure counts like that of any mail. */
export async function testMailOnceADay(context: SelfTestContext, at: string): Promise<void> {
  const { database, mailer, mail, log, now } = context;
  const day = nzDate(now());
  if (now() < nzInstant(day, at) || (await hasDay(database.reader, day))) return;
  if (!(await database.write((tx) => claimDay(tx, day, now())))) return;
  const result = await mailer.send(selfTestMail(mail, day));
  const errorClass = result.outcome === "accepted" ? null : result.errorClass;
  const change = { outcome: result.outcome, error_class: errorClass };
  await database.write((tx) =>
    tx.updateTable("mail_self_tests").set(change).where("day", "=", day).execute(),
  );
  if (errorClass === null) log.info("mail self-test passed");
  else log.error({ outcome: result.outcome, errorClass }, "mail self-test failed");
}

async function hasDay(db: Query, day: string): Promise<boolean> {
  const row = await db.selectFrom("mail_self_tests").select("day").where("day", "=", day).executeTakeFirst();
  return row !== undefined;
}

const keptMs = 30 * dayMs;

export async function purgeSelfTests(tx: Query, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptMs).toISOString();
  await tx.deleteFrom("mail_self_tests").where("tried_at", "<", oldest).execute();
}

async function claimDay(tx: Query, day: string, now: Date): Promise<boolean> {
  const row = { day, tried_at: now.toISOString(), outcome: null, error_class: null };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("mail_self_tests")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

function selfTestMail(settings: MailSettings, day: string): Mail {
  const content: MailContent = {
    heading: "Self-test of the mail path",
    paragraphs: ["Mail from the website arrives. There is nothing to do."],
    facts: [{ label: "Day", value: day }],
    footer: `Sent once a day by ${business.name}, because MAIL_SELF_TEST is switched on. A day without this mail means that requests may not arrive either.`,
  };
  return composeMail(settings, {
    name: `self-test-${day}`,
    to: settings.to,
    subject: `[Self-test] Mail from the website arrives, ${day}`,
    text: mailText(content),
    html: mailHtml(content),
  });
}
