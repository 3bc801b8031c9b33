import { expect, test } from "vitest";

import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission } from "#domain/submission.ts";

import { rowContent } from "./record-row.tsx";

const columns = {
  id: "1",
  ref_number: "QK-222222-2222",
  status: "new",
  created_at: "2026-11-20T23:05:00.123Z",
  updated_at: null,
  file_urls: [],
};

function rowOf(submission: Submission, fields: Record<string, unknown>) {
  const [record] = recordListParser(submission)([{ ...columns, ...fields }]);
  if (record === undefined) throw new Error("no record");
  return rowContent(submission, record);
}

const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

test("a quote leads with the machine and the part, and leaves out empty fields", () => {
  const content = rowOf(quoteRequest, {
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
  expect(names(content.contacts)).toEqual(["email", "phone"]);
  expect(names(content.others)).toEqual(["vin", "delivery_address"]);
});

test("a contact message leads with the subject", () => {
  const content = rowOf(contactMessage, {
    full_name: "Pete",
    email: "p@farm.example",
    phone: null,
    subject: "Hours",
    message: "Open?",
  });
  expect(content.summary).toEqual(["Hours"]);
  expect([names(content.contacts), names(content.others)]).toEqual([["email"], ["message"]]);
});

test("a vehicle leads with the machine and its condition, followed by the rest", () => {
  const content = rowOf(vehicleSubmission, {
    full_name: "Fiona",
    email: "f@farm.example",
    phone: "021 555 0177",
    vehicle_type: "ATV",
    make: "Yamaha",
    model: "Kodiak",
    year: 2008,
    condition: "not-running",
    description: "Seized.",
    price_expectation: 750,
    location: "RD 9, Whangārei",
  });
  expect(content.summary).toEqual(["2008 Yamaha Kodiak", "Not running"]);
  expect(names(content.others)).toEqual(["vehicle_type", "price_expectation", "location", "description"]);
});
