import { expect, test } from "vitest";

import { quoteRequest } from "#domain/quote-request.ts";
import { recordListParser } from "#domain/record-schema.ts";
import { defineSubmission, type Submission } from "#domain/submission.ts";

import { cardContent } from "./card-content.ts";

const columns = {
  id: "1",
  ref_number: "QK-222222-2222",
  status: "new",
  created_at: "2026-11-20T23:05:00.123Z",
  updated_at: null,
  file_urls: [],
};

/** The card of a row as the server answers it. */
function cardOf(submission: Submission, fields: Record<string, unknown>) {
  const [record] = recordListParser(submission)([{ ...columns, ...fields }]);
  if (record === undefined) throw new Error("no record");
  return cardContent(submission, record);
}

const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

test("a quote card leads with the machine and the part, and leaves out what is empty", () => {
  const content = cardOf(quoteRequest, {
    full_name: "Aroha Ngata",
    phone: "027 555 0100",
    email: "aroha@farm.example",
    make: "Honda",
    model: "TRX420FM",
    year: 2015,
    vin: "1HF",
    part_needed: "Front diff",
    condition_preference: null,
    budget: null,
    delivery_address: "1 Kauri Road",
    notes: null,
  });
  expect(content.summary).toEqual(["2015 Honda TRX420FM", "Front diff"]);
  expect(content.person).toBe("Aroha Ngata");
  expect(names(content.contacts)).toEqual(["phone", "email"]);
  expect(names(content.facts)).toEqual(["vin"]);
  expect(names(content.texts)).toEqual(["delivery_address"]);
});

test("a noun that the panel has never seen gets its card from its fields", () => {
  const message = defineSubmission({
    ...quoteRequest,
    summaryFields: ["subject"],
    fields: {
      full_name: { kind: "text", label: "Full name", required: true, maxLength: 120 },
      email: { kind: "email", label: "Email", required: true, maxLength: 254 },
      subject: { kind: "text", label: "Subject", required: true, maxLength: 200 },
      message: { kind: "long-text", label: "Message", required: true, maxLength: 5000, rows: 6 },
    },
  });
  const values = { full_name: "Pete", email: "p@farm.example", subject: "Hours", message: "Open?" };
  const content = cardOf(message, values);
  expect(content.summary).toEqual(["Hours"]);
  expect(names(content.texts)).toEqual(["message"]);
});
