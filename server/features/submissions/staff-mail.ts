import { atWorkInWords, dueInWords } from "#domain/due-words.ts";
import { displayValue, type Field, kindOf } from "#domain/field.ts";
import type { ReplyDue } from "#domain/reply-due.ts";
import { emailOf, summaryOf } from "#domain/submission-values.ts";
import { fieldEntries, type Submission, type SubmissionValues } from "#domain/submission.ts";
import { type Fact, type MailContent, mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import { composeMail, type Mail, type MailSettings } from "#server/services/mail/mail.ts";

const subjectSummaryLength = 60;

/** Shows staff every field of a submission. A reply goes straight to the visitor. */
export function staffMail(
  settings: MailSettings,
  submission: Submission,
  values: SubmissionValues<Submission>,
  refNumber: string,
  reply: ReplyDue,
): Mail {
  const summary = oneLine(summaryOf(submission, values));
  const content: MailContent = {
    heading: `${submission.title} ${refNumber}`,
    paragraphs: [summary, answerBy(reply)],
    facts: fieldEntries(submission).flatMap(([name, field]) => factOf(field, values[name])),
    button: { label: "Open the record", href: `${settings.siteOrigin}/admin?record=${refNumber}` },
    footer: "Reply to this e-mail to answer the visitor.",
  };
  const replyTo = emailOf(submission, values);
  return composeMail(settings, {
    name: `${refNumber}-staff`,
    refNumber,
    to: settings.to,
    ...(replyTo === undefined ? {} : { replyTo }),
    subject: `${submission.title} ${refNumber}: ${summary}`,
    text: mailText(content),
    html: mailHtml(content),
  });
}

/** Adds the working time until then, if the promise does not follow opening hours. */
function answerBy(reply: ReplyDue): string {
  const promised = `Answer ${dueInWords(reply)}.`;
  const atWork = atWorkInWords(reply);
  return atWork === null ? promised : `${promised} ${atWork}.`;
}

function factOf(field: Field, value: string | number | undefined): Fact[] {
  if (value === undefined) return [];
  const fact = { label: field.label, value: displayValue(field, value) };
  const href = kindOf(field).contactLink?.(value) ?? null;
  return [href === null ? fact : { ...fact, href }];
}

/** Makes a visitor's text fit for a subject: one line, no invisible or direction-changing characters, short. */
function oneLine(text: string): string {
  const plain = text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  const characters = [...plain];
  if (characters.length <= subjectSummaryLength) return plain;
  return `${characters.slice(0, subjectSummaryLength - 1).join("")}…`;
}
