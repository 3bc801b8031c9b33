import { business } from "#domain/business.ts";
import { dueSentence } from "#domain/due-words.ts";
import type { ReplyDue } from "#domain/reply-due.ts";
import type { Submission } from "#domain/submission.ts";
import { type MailContent, mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import { composeMail, type Mail, type MailSettings } from "#server/services/mail/mail.ts";

/**
 * Tells the visitor that we have it. Fixed words and the reference only: anybody can type anybody's
 * address into a form, so nothing a visitor wrote may be mailed to it.
 */
export function receiptMail(
  settings: MailSettings,
  submission: Submission,
  to: string,
  refNumber: string,
  reply: ReplyDue,
): Mail {
  const kind = submission.title.toLowerCase();
  const content: MailContent = {
    heading: `We have your ${kind}`,
    paragraphs: [
      `Thank you. Your ${kind} has reached us. ${submission.promise} ${dueSentence(reply)}`,
      ...(submission.followUp === undefined ? [] : [submission.followUp]),
      "To add something, reply to this mail and leave the reference in the subject.",
    ],
    facts: [
      { label: "Reference", value: refNumber },
      { label: "Questions", value: business.phone, href: business.phoneLink },
    ],
    footer: `${business.name}, ${business.town}, ${business.region}. You get this mail because this address was entered in a form on ${settings.siteOrigin}. If that was not you, no action is needed.`,
  };
  return composeMail(settings, {
    name: `${refNumber}-receipt`,
    to,
    replyTo: business.email,
    subject: `We have your ${kind} ${refNumber}`,
    text: mailText(content),
    html: mailHtml(content),
    headers: { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" },
  });
}
