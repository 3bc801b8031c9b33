import type { Email } from "postal-mime";

/** Returns the value without its folds; "" if there is none. */
export function headerOf(mail: Email, name: string): string {
  return mail.headers.find(({ key }) => key === name)?.value.trim() ?? "";
}

/** Returns whether a server sent it (RFC 5321 section 4.5.5), by the first header, which the last server wrote. */
export function hasEmptyReturnPath(mail: Email): boolean {
  return /^<\s*>$/.test(headerOf(mail, "return-path"));
}

const autoHeaders = ["x-autoreply", "x-autorespond", "x-autoreply-from", "x-mail-autoreply"];
export const autoSubject =
  /^(?:auto(?:matic|mated)?[ -]?(?:re(?:ply|sponse))?:|autoreply|out of (?:the )?office)/i;

/**
 * Returns whether a program wrote it: an out-of-office, a read receipt (RFC 3834 and real ones). When in doubt a person
 * did: a subject alone decides nothing, and neither does a mailing list, because a shop's own address can be one.
 */
export function isAutomatic(mail: Email): boolean {
  if (mail.attachments.some(({ mimeType }) => mimeType === "message/disposition-notification")) return true;
  const submitted = headerOf(mail, "auto-submitted")
    .replaceAll(/\([^()]*\)/g, "")
    .trim();
  if (submitted !== "") return /^auto-/i.test(submitted);
  if (autoHeaders.some((name) => !/^(?:no)?$/i.test(headerOf(mail, name)))) return true;
  const isList = headerOf(mail, "list-id") !== "" || headerOf(mail, "list-post") !== "";
  if (!isList && /^(?:bulk|auto[_-]reply|junk)\b/i.test(headerOf(mail, "precedence"))) return true;
  const signs = [
    hasEmptyReturnPath(mail),
    headerOf(mail, "x-auto-response-suppress") !== "",
    autoSubject.test(mail.subject ?? ""),
  ];
  return signs.filter(Boolean).length >= 2;
}
