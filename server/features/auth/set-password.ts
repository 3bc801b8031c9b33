import { randomUUID } from "node:crypto";

import { firm } from "#domain/firm.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { hashPassword, passwordProblem } from "#server/platform/passwords/passwords.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { type MailContent, mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import type { MailSettings } from "#server/services/mail/mail.ts";
import { queueMail } from "#server/services/mail/outbox-table.ts";

import { endSessionsOf } from "./sessions.ts";
import { madeUpEmail, userById } from "./users.ts";

export interface PasswordContext extends AuditContext {
  readonly mail: MailSettings;
}

/** Sets the password of the user whom the link was made for. Throws `HashingQueueFull`. */
export async function chooseByLink(
  context: PasswordContext,
  token: string,
  password: string,
): Promise<Outcome<true, Refusal>> {
  const { database, keys, now } = context;
  const resets = database.reader.selectFrom("users").selectAll();
  const user = await resets.where("reset_hash", "=", keys.hash("reset", token)).executeTakeFirst();
  const isOpen = user?.disabled_at === null && (user.reset_ends_at ?? "") > now().toISOString();
  if (user === undefined || !isOpen) return { refusal: linkOver };
  const problem = passwordProblem(password, user.email);
  if (problem !== null) return { refusal: { status: 400, message: problem, field: "next" } };
  const hash = await hashPassword(password);
  const isSet = await database.write((tx) => setPassword(tx, context, user, { hash, actor: user.id }));
  return isSet ? { ok: true } : { refusal: linkOver };
}

const linkOver: Refusal = {
  status: 409,
  message: "This link has been used or is too old. Ask for a new one",
};

interface NewPassword {
  readonly hash: string;
  readonly actor: string;
  /** A session that stays. */
  readonly session?: string;
}

/** Signs the user out everywhere else, and mails them. Returns false if another password or link has replaced what `user` shows. */
export async function setPassword(
  tx: Query,
  context: PasswordContext,
  user: UserRow,
  { hash, actor, session }: NewPassword,
): Promise<boolean> {
  await context.database.lock(tx, `user ${user.id}`);
  const now = await userById(tx, user.id);
  if (now?.password_hash !== user.password_hash || now.reset_hash !== user.reset_hash) return false;
  const changes = { password_hash: hash, password_ends_at: null, reset_hash: null, reset_ends_at: null };
  await tx.updateTable("users").set(changes).where("id", "=", user.id).execute();
  await endSessionsOf(tx, user.id, session);
  await queuePasswordMail(tx, context, user);
  await recordAudit(tx, context, { event: "password-changed", actor, subject: user.id });
  return true;
}

/** Tells a user that their password was changed, whoever did it. A made-up address gets no mail: the shop's own does. */
async function queuePasswordMail(
  tx: Query,
  { mail: settings, now }: PasswordContext,
  { email }: UserRow,
): Promise<void> {
  const at = now();
  const content: MailContent = {
    heading: "Your password was changed",
    paragraphs: [
      `The password of ${email} for the ${firm.trading_name} desk was changed on ${formatNzDateTime(at)}. If it was you, there is nothing to do.`,
      `If it was not you, ring ${firm.phone} at once: an owner can disable the account and make you a link for a new password.`,
    ],
    facts: [],
    footer: `${firm.trading_name}, ${firm.town}, ${firm.region}`,
  };
  const parts = { subject: content.heading, text: mailText(content), html: mailHtml(content) };
  const to = email === madeUpEmail ? settings.to : email;
  await queueMail(tx, settings, { key: `staff/password-${randomUUID()}`, to, ...parts, dueAt: at }, at);
}
