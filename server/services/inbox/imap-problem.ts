import { DatabaseUnavailable } from "#server/platform/database/database.ts";
import { hasCode } from "#server/platform/files/files.ts";

import { MailboxProblem } from "./mailbox.ts";

const unreachable =
  "ECONNREFUSED EHOSTUNREACH ENETUNREACH ETIMEDOUT ENOTFOUND EAI_AGAIN CONNECT_TIMEOUT".split(" ");
const silent = ["ETIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT"];
/** RFC 5530. The password may be right. */
const busy = ["UNAVAILABLE", "INUSE", "LIMIT"];

/** Turns what imapflow throws into what staff can act on. What says that the database is out of reach stays as it is. */
export function imapProblem(error: unknown): MailboxProblem | DatabaseUnavailable {
  if (error instanceof MailboxProblem || error instanceof DatabaseUnavailable) return error;
  return new MailboxProblem(kindOf(error), { cause: error });
}

function kindOf(error: unknown): MailboxProblem["kind"] {
  if (hasMark(error, "authenticationFailed")) return isBusy(error) ? "broken" : "password";
  if (hasMark(error, "mailboxMissing")) return "missing";
  if (hasMark(error, "tlsFailed") || isOfCertificate(error)) return "unsafe";
  if (hasCode(error, ...unreachable)) return "unreachable";
  return hasCode(error, ...silent) ? "stuck" : "broken";
}

function hasMark(error: unknown, mark: string): boolean {
  return error instanceof Error && mark in error && Reflect.get(error, mark) === true;
}

function isBusy(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, "serverResponseCode") : null;
  return typeof code === "string" && busy.includes(code);
}

function isOfCertificate(error: unknown): boolean {
  return error instanceof Error && "code" in error && /CERT|^ERR_TLS_|VERIFY/.test(String(error.code));
}
