import { replyPhrase } from "#domain/reply-due.ts";
import { personFields } from "#domain/shared-fields.ts";
import { defineSubmission, type SubmissionValues } from "#domain/submission.ts";

const replyRule = "one-business-day";

export const contactMessage = defineSubmission({
  name: "contact",
  formType: "CONTACT",
  table: "contact_messages",
  page: "/contact",
  title: "Contact message",
  tab: { title: "Contact Messages", empty: "No contact messages yet" },
  asksConsent: false,
  hasFiles: false,
  button: { label: "Send Message", busy: "Sending..." },
  failureMessage: "Failed to submit message",
  successTitle: "Message sent successfully!",
  purpose: "answer you",
  promise: `We'll respond ${replyPhrase(replyRule)}.`,
  replyRule,
  summaryFields: ["subject"],
  summaryLabel: "You wrote about",
  groups: [{ names: ["full_name", "email", "phone", "subject", "message"] }],
  fields: {
    ...personFields,
    phone: { ...personFields.phone, required: false, hint: "If you'd rather we rang you" },
    subject: { kind: "text", label: "Subject", required: true, maxLength: 200 },
    message: { kind: "long-text", label: "Message", required: true, maxLength: 5000, rows: 6 },
  },
});

export type ContactMessageValues = SubmissionValues<typeof contactMessage>;

interface MailFromSomebodyNew {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly words: string;
}

/** A mail as its sender might have typed it into the form; what is longer than a field is cut. */
export function contactFromMail({ name, address, subject, words }: MailFromSomebodyNew) {
  const { fields } = contactMessage;
  const cut = (text: string, most: number) => [...text].slice(0, most).join("").trim();
  return {
    full_name: cut(name || (address.split("@")[0] ?? ""), fields.full_name.maxLength),
    email: address,
    subject: cut(subject || "(no subject)", fields.subject.maxLength),
    message: cut(words || "(no words)", fields.message.maxLength),
  };
}
