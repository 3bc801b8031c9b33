import { firm } from "#domain/firm.ts";
import { frameNumberHelp } from "#domain/frame-number.ts";
import { gradeMeasures } from "#domain/grades.ts";
import { replyPhrase } from "#domain/reply-due.ts";
import { machineFields, personFields } from "#domain/shared-fields.ts";
import { defineSubmission, type SubmissionValues } from "#domain/submission.ts";

const replyRule = "same-business-day";

export const quoteRequest = defineSubmission({
  name: "quote",
  formType: "QUOTE",
  table: "quote_requests",
  page: "/request-quote",
  title: "Quote request",
  tab: { title: "Quote Requests", empty: "No quote requests yet" },
  asksConsent: true,
  hasFiles: true,
  hasDeal: true,
  button: { label: "Send Request", busy: "Submitting..." },
  failureMessage: "Failed to submit",
  successTitle: "Thanks, we have your request",
  purpose: "check the fit, price the part and answer you",
  get promise() {
    return `We reply by e-mail ${replyPhrase(replyRule)} (${firm.hours_text}), or the next one if you ask late in the day.`;
  },
  replyRule,
  summaryFields: ["year", "make", "model", "part_needed"],
  summaryLabel: "You asked for",
  groups: [
    { title: "Your machine", names: ["make", "model", "year"] },
    { title: "The part", names: ["part_needed"] },
    { title: "You", names: ["full_name", "phone", "email", "delivery_address"] },
    {
      title: "Add what you know (helps the fit)",
      names: ["vin", "condition_preference", "budget", "notes"],
      folded: true,
    },
  ],
  fields: {
    ...personFields,
    make: { ...machineFields.make, hint: "For example Honda" },
    model: { ...machineFields.model, hint: "For example TRX420FM" },
    year: {
      kind: "year",
      label: "Year",
      required: true,
      min: 1980,
      bounded: true,
      role: "machine",
    },
    vin: {
      kind: "vin",
      label: "VIN",
      required: false,
      maxLength: 40,
      hint: "Or the frame number. Helps us check the fit.",
      role: "machine",
      matches: "VIN",
      help: frameNumberHelp,
    },
    part_needed: {
      kind: "text",
      label: "Part needed",
      required: true,
      maxLength: 120,
      role: "part",
      countedAs: "parts",
      suggests: "parts",
      chips: ["left", "right", "front", "rear"],
      several: { atMost: 5, another: "Another part", restIn: "notes" },
    },
    condition_preference: {
      kind: "choice",
      label: "Condition preference",
      required: false,
      emptyLabel: "Any",
      hint: gradeMeasures,
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

/** The quick quote form passes these on (specification section 3, "Quote prefill") as free text. */
export const quotePrefillNames = ["make", "model", "year", "part"] as const;
export type QuotePrefillName = (typeof quotePrefillNames)[number];

/** Our own links may also name a shelf: several kinds of parts, of which the visitor wants one. */
export const quoteLinkNames = [...quotePrefillNames, "shelf"] as const;
export type QuotePrefill = Readonly<Partial<Record<(typeof quoteLinkNames)[number], string>>>;
