import { defineSubmission, type SubmissionValues } from "#domain/submission.ts";

/** A visitor writes to us (specification sections 3 and 5). */
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
  promise: "We'll respond within one business day.",
  replyRule: "one-business-day",
  summaryFields: ["subject"],
  fields: {
    full_name: {
      kind: "text",
      label: "Full name",
      required: true,
      maxLength: 120,
      autocomplete: "name",
      correctable: true,
    },
    email: {
      kind: "email",
      label: "Email",
      required: true,
      maxLength: 254,
      autocomplete: "email",
      correctable: true,
    },
    phone: {
      kind: "phone",
      label: "Phone",
      required: false,
      maxLength: 40,
      autocomplete: "tel",
      hint: "If you would rather be rung",
      correctable: true,
    },
    subject: { kind: "text", label: "Subject", required: true, maxLength: 200 },
    message: { kind: "long-text", label: "Message", required: true, maxLength: 5000, rows: 6 },
  },
});

export type ContactMessageValues = SubmissionValues<typeof contactMessage>;
