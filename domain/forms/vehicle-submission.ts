import { replyPhrase } from "#domain/reply-due.ts";
import { machineFields, personFields } from "#domain/shared-fields.ts";
import { defineSubmission, type SubmissionValues } from "#domain/submission.ts";

const replyRule = "24-hours";

export const vehicleSubmission = defineSubmission({
  name: "sell-vehicle",
  formType: "VEHICLE",
  table: "vehicle_submissions",
  page: "/sell-vehicle",
  title: "Vehicle submission",
  tab: { title: "Vehicle Submissions", empty: "No vehicle submissions yet" },
  asksConsent: false,
  hasFiles: true,
  hasSale: true,
  button: { label: "Submit Vehicle", busy: "Submitting..." },
  failureMessage: "Failed to submit vehicle",
  successTitle: "Submission received!",
  purpose: "make you an offer and arrange the pick-up",
  promise: `We'll review your vehicle and email you a cash offer ${replyPhrase(replyRule)}.`,
  replyRule,
  followUp: "We'll e-mail you to request photos.",
  summaryFields: ["year", "make", "model", "condition"],
  summaryLabel: "You offered us",
  groups: [
    { title: "Your machine", names: ["vehicle_type", "make", "model", "year", "condition"] },
    { title: "Where it is", names: ["location"] },
    { title: "You", names: ["full_name", "phone", "email"] },
    {
      title: "Add what you know (helps the offer)",
      names: ["description", "price_expectation"],
      folded: true,
    },
  ],
  fields: {
    ...personFields,
    vehicle_type: {
      kind: "choice",
      label: "Vehicle type",
      required: true,
      initial: "ATV",
      options: { ATV: "ATV", Motorcycle: "Motorcycle" },
    },
    make: { ...machineFields.make, hint: "For example Yamaha" },
    model: { ...machineFields.model, hint: "For example YFM450 Kodiak" },
    year: { kind: "year", label: "Year", required: true, min: 1900, bounded: false, role: "machine" },
    condition: {
      kind: "choice",
      label: "Condition",
      required: true,
      options: {
        running: "Running - Good condition",
        "running-issues": "Running - Has issues",
        "not-running": "Not running",
        damaged: "Damaged / Crashed",
        "parts-only": "For parts only",
      },
      meanings: {
        running: "Starts, rides and stops.",
        "running-issues": "Smokes, jumps out of gear, eats batteries.",
        "not-running": "Seized, drowned, or it just won't start.",
        damaged: "Bent frame, burnt loom, rolled down the hill.",
        "parts-only": "Half a machine, or a box of bits.",
      },
    },
    description: {
      kind: "long-text",
      label: "Description",
      required: false,
      maxLength: 5000,
      rows: 4,
      hint: "What works, what does not, what is missing",
    },
    price_expectation: {
      kind: "money",
      label: "Price expectation",
      required: false,
      min: 0,
      bounded: false,
      hint: "In NZD, if you have one in mind",
    },
    location: {
      kind: "text",
      label: "Location",
      required: true,
      maxLength: 500,
      hint: "Where it is: road or RD, and town",
      correctable: true,
    },
  },
});

export type VehicleSubmissionValues = SubmissionValues<typeof vehicleSubmission>;
export type VehicleCondition = VehicleSubmissionValues["condition"];
