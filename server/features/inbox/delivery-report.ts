import type { Attachment, Email } from "postal-mime";

import type { BounceReason } from "#domain/bounce-reason.ts";
import { messageIdsIn } from "#server/services/mail/message-id.ts";

import { autoSubject, hasEmptyReturnPath, headerOf } from "./automatic.ts";
import { codeIn, reasonOf } from "./report-code.ts";

export interface DeliveryReport {
  /** Only `failed` is a bounce. `other`: it was delivered, or passed on. */
  readonly action: "failed" | "delayed" | "other";
  /** `5.2.2`, or the SMTP reply code. */
  readonly code: string | null;
  readonly reason: BounceReason;
  /** Possible Message-IDs of the reported mail, likeliest first: the caller knows which are ours. */
  readonly messageIds: readonly string[];
}

/**
 * Reads a delivery report: RFC 3464, or the texts of servers that write none. Null for anything else, such as complaints about spam.
 * What a person writes is never one: it takes the markup of a report, or the sender or return path of a mail server.
 */
export function deliveryReport(mail: Email): DeliveryReport | null {
  const isReport = /^multipart\/report\b/i.test(headerOf(mail, "content-type"));
  const status = partOf(mail, /^message\/(?:global-)?delivery-status$/);
  const isMarked = status !== null && (isReport || isFromServer(mail));
  const found = (isMarked ? inStatus(status, mail) : null) ?? inText(mail);
  if (found === null) return null;
  const { action, status: given, words } = found;
  const code = codeIn(given, words);
  return { action, code, reason: reasonOf(code, words), messageIds: reportedIds(mail) };
}

type ReportedStatus = Pick<DeliveryReport, "action"> & { readonly status: string; readonly words: string };

/** Reads the recipient that failed, if a server reports several or those it forwards to. */
function inStatus(status: string, mail: Email): ReportedStatus | null {
  const groups = status.split(/\r?\n[ \t]*\r?\n/).map(fieldsOf);
  const recipients = groups.filter((fields) => fields.has("action"));
  const actionOf = (fields: ReadonlyMap<string, string>) => fields.get("action")?.toLowerCase() ?? "";
  const failed = recipients.find((fields) => /^(?:failed|expired)/.test(actionOf(fields)));
  const chosen =
    failed ?? recipients.find((fields) => actionOf(fields).startsWith("delayed")) ?? recipients[0];
  if (chosen === undefined) return null;
  const words = chosen.get("diagnostic-code") ?? "";
  const action = chosen === failed ? "failed" : actionOf(chosen).startsWith("delayed") ? "delayed" : "other";
  return { action, status: chosen.get("status") ?? "", words: words === "" ? ownWords(mail) : words };
}

function fieldsOf(group: string): ReadonlyMap<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const fields = lines.flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
  });
  return new Map(fields);
}

const failing =
  /undeliver|not (?:be )?deliver|n['’]t (?:be )?deliver|returned mail|failure notice|(?:mail|deliver(?:y|ed)).{0,40}fail|fail.{0,20}deliver|delivery status/i;
const late =
  /delay|still (?:be )?(?:trying|retr)|not yet been|will (?:be retried|keep trying|continue)|warning:/i;

/** Requires a telling subject: an out-of-office with an empty return path is no report. */
function inText(mail: Email): ReportedStatus | null {
  const subject = mail.subject ?? "";
  if (/^(?:re|fwd?):/i.test(subject) || autoSubject.test(subject)) return null;
  const kind = headerOf(mail, "content-type");
  if (!isFromServer(mail) || /feedback-report|disposition-notification/i.test(kind)) return null;
  if (!failing.test(subject) && !late.test(subject) && headerOf(mail, "x-failed-recipients") === "")
    return null;
  const words = ownWords(mail);
  return { action: late.test(subject) ? "delayed" : "failed", status: "", words };
}

function isFromServer(mail: Email): boolean {
  const sender = mail.from?.address || mail.from?.name || "";
  const isDaemon = /^(?:mailer-?daemon|postmaster|mail-?daemon)(?:@|$)|^microsoftexchange\w+@/i.test(sender);
  return isDaemon || hasEmptyReturnPath(mail) || headerOf(mail, "x-failed-recipients") !== "";
}

const textMost = 50_000;
/** The start of the returned mail, in servers' words or by its headers. */
const returned = /^(?:-{2,}.*(?:copy of|original|header)|return-path:|received:|message-id:)/im;

/** Returns the server's own text without the returned mail: our prices are no reply codes. */
function ownWords({ text = "", subject = "" }: Email): string {
  const shown = text.slice(0, textMost);
  const end = returned.exec(shown)?.index ?? shown.length;
  return `${subject}\n${shown.slice(0, end)}`;
}

const idLine = /^[>\s]*message-id:\s*(<[^<>\s]{3,500}>)/gim;
const idsMost = 20;

/** Skips the references of the returned mail: they name the mails before it. */
function reportedIds(mail: Email): string[] {
  const copy = partOf(mail, /^(?:message\/(?:global|rfc822)|(?:text|message)\/rfc822-headers)$/) ?? "";
  const texts = [copy, (mail.text ?? "").slice(-textMost), (mail.text ?? "").slice(0, textMost)];
  const named = texts.flatMap((text) => [...text.matchAll(idLine)].map(([, id = ""]) => id));
  const answered = [headerOf(mail, "in-reply-to"), headerOf(mail, "references")].flatMap((ids) =>
    messageIdsIn(ids).toReversed(),
  );
  return [...new Set([...named, ...answered])].slice(0, idsMost);
}

/** The beginning of the first such part; null if there is none. */
function partOf({ attachments }: Email, kind: RegExp): string | null {
  const part = attachments.find(({ mimeType }) => kind.test(mimeType));
  return part === undefined ? null : textOf(part).slice(0, textMost);
}

function textOf({ content }: Attachment): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}
