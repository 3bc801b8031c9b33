import { business } from "#domain/business.ts";
import { MONEY_MAX } from "#domain/field.ts";
import { defineSubmission, type SubmissionValues } from "#domain/submission.ts";

/** A visitor asks what a part costs (specification sections 3 and 5). */
export const quoteRequest = defineSubmission({
  name: "quote",
  formType: "QUOTE",
  table: "quote_requests",
  page: "/request-quote",
  title: "Quote request",
  tab: { title: "Quote Requests", empty: "No quote requests yet" },
  asksConsent: true,
  hasFiles: true,
  button: { label: "Send Request", busy: "Submitting..." },
  failureMessage: "Failed to submit",
  successTitle: "Thanks, we have your request",
  purpose: "check the fit, price the part and answer you",
  promise: `We reply by e-mail the same business day, ${business.hours}.`,
  replyRule: "same-business-day",
  summaryFields: ["year", "make", "model", "part_needed"],
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
      required: true,
      maxLength: 40,
      autocomplete: "tel",
      correctable: true,
    },
    make: { kind: "text", label: "Make", required: true, maxLength: 120, hint: "For example Honda" },
    model: { kind: "text", label: "Model", required: true, maxLength: 120, hint: "For example TRX420FM" },
    year: { kind: "year", label: "Year", required: true, min: 1980, bounded: true },
    vin: {
      kind: "text",
      label: "VIN",
      required: false,
      maxLength: 40,
      hint: "Or the frame number. Helps us check the fit.",
    },
    part_needed: { kind: "text", label: "Part needed", required: true, maxLength: 120 },
    condition_preference: {
      kind: "choice",
      label: "Condition preference",
      required: false,
      emptyLabel: "Any",
      options: {
        A: "Grade A (Minimal wear)",
        B: "Grade B (Light wear)",
        C: "Grade C (Visible wear)",
      },
    },
    budget: {
      kind: "money",
      label: "Budget",
      required: false,
      min: 0,
      max: MONEY_MAX,
      bounded: true,
      hint: "NZD, including GST",
    },
    delivery_address: {
      kind: "long-text",
      label: "Delivery address",
      required: true,
      maxLength: 500,
      rows: 3,
      autocomplete: "street-address",
      hint: "Street or RD number, town and postcode",
      correctable: true,
    },
    notes: { kind: "long-text", label: "Notes", required: false, maxLength: 5000, rows: 4 },
  },
});

export type QuoteRequestValues = SubmissionValues<typeof quoteRequest>;

/** The fields the quick quote form hands on (specification section 3, "Quote prefill"): free text. */
export const quotePrefillNames = ["make", "model", "year", "part"] as const;
export type QuotePrefillName = (typeof quotePrefillNames)[number];
export type QuotePrefill = Readonly<Partial<Record<QuotePrefillName, string>>>;
