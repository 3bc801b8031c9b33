import { mailLink } from "#app/desk/record-parts/contact-links.ts";
import { business } from "#domain/business.ts";
import { fillReply } from "#domain/saved-reply.ts";
import { type Submission, type SubmissionRecord, summaryOf } from "#domain/submission.ts";
import type { CurrentUser } from "#domain/wire.ts";

/** What a reply says where no saved one is chosen. */
export const shortReply = [
  "Hi {name},",
  "",
  "",
  "",
  "Reference: {reference}",
  "",
  "Kind regards,",
  "{me}",
  "{business}",
  "{phone}",
].join("\n");

/** Opens the mail program with a reply: to the visitor, with the reference, and the text filled in. */
export function replyLink(
  submission: Submission,
  record: SubmissionRecord,
  me: CurrentUser,
  text: string,
): string {
  const subject = `${submission.title} ${record.ref_number}: ${summaryOf(submission, record)}`;
  const body = fillReply(text, replyValues(record, me)).replaceAll("\n", "\r\n");
  const address = mailLink(String(record["email"] ?? ""));
  return `${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

function replyValues(record: SubmissionRecord, me: CurrentUser) {
  const part = record["part_needed"];
  const machine = [record["year"], record["make"], record["model"]]
    .filter((word) => word !== null && word !== undefined)
    .join(" ");
  return {
    name: String(record["full_name"] ?? ""),
    reference: record.ref_number,
    me: me.full_name || me.email,
    business: business.name,
    phone: business.phone,
    ...(machine === "" ? {} : { machine }),
    ...(typeof part === "string" ? { part } : {}),
  };
}
