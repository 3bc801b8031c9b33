import { expect, test } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission } from "#domain/submission.ts";

import { repeatsIn } from "./repeats.ts";

const form: Submission = quoteRequest;
const fields = {
  full_name: "Aroha Ngata",
  make: "Honda",
  model: "TRX420FM",
  year: 2015,
  delivery_address: "1 Road",
  status: "new",
  created_at: "2026-11-20T00:00:00.000Z",
};
const row = (number: number, email: string, phone: string, part: string) => ({
  ...fields,
  id: `id-${number}`,
  ref_number: `QK-${number}`,
  number,
  version: number,
  email,
  phone,
  part_needed: part,
});

test("records of one person are counted by e-mail or phone; the later of two wishes for one part is a duplicate", () => {
  const records = recordListParser(form)([
    row(4, "other@farm.example", "021 555 0199", "Stator"),
    row(3, "AROHA@farm.example", "021 555 0100", "front diff"),
    row(2, "aroha@farm.example", "09 555 0111", "Front diff"),
    row(1, "x@farm.example", "+64 21 555 0100", "Stator"),
  ]);
  expect([...repeatsIn(form, records)]).toEqual([
    ["id-3", { count: 3, duplicateOf: "QK-2" }],
    ["id-2", { count: 2, duplicateOf: null }],
    ["id-1", { count: 2, duplicateOf: null }],
  ]);
});
