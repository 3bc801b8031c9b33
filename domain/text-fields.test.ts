import { expect, test } from "vitest";

import { mailLink, phoneDigits, phoneLink } from "./text-fields.ts";

test.for([
  ["aroha@farm.example", "mailto:aroha@farm.example"],
  ["a?subject=x&b@farm.example", "mailto:a%3Fsubject%3Dx%26b@farm.example"],
])("a mail to %s goes to that address alone", ([address, href]) => {
  expect(mailLink(address!)).toBe(href);
});

test.for([
  ["027 555-0100", "tel:0275550100"],
  ["+64 (27) 555 0100", "tel:+64275550100"],
  ["ph 09 430 0000 ext 5", "tel:094300000"],
  ["(09) 430 0000", "tel:094300000"],
  ["please e-mail", null],
])("a call to %j", ([words, href]) => {
  expect(phoneLink(words!)).toBe(href);
});

test("one phone number has one spelling", () => {
  const spellings = ["021 555 0100", "+64 21 555 0100", "(021) 555-0100", "0064215550100", "64215550100"];
  expect(new Set(spellings.map(phoneDigits))).toEqual(new Set(["0215550100"]));
});
