import { expect, test } from "vitest";

import { mailLink } from "./text-fields.ts";

test.for([
  ["aroha@farm.example", "mailto:aroha@farm.example"],
  ["a?subject=x&b@farm.example", "mailto:a%3Fsubject%3Dx%26b@farm.example"],
])("a mail to %s goes to that address alone", ([address, href]) => {
  expect(mailLink(address!)).toBe(href);
});
