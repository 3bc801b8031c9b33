import { business } from "#domain/business.ts";

import { type MailContent, mailHtml, mailText } from "./mail-layout.ts";
import { composeMail, type Mail, type MailSettings } from "./mail.ts";

/** The marked mail of the daily self-test: to ourselves, nothing to do. */
export function selfTestMail(settings: MailSettings, day: string): Mail {
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
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  });
}
