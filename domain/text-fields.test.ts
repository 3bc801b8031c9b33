import { expect, test } from "vitest";

import { email, mailLink } from "./text-fields.ts";

test.for([
  ["aroha@farm.example", "mailto:aroha@farm.example"],
  ["a?subject=x&b@farm.example", "mailto:a%3Fsubject%3Dx%26b@farm.example"],
])("a mail to %s goes to that address alone", ([address, href]) => {
  expect(mailLink(address!)).toBe(href);
});

test.for([
  ["aroha@gmial.com", "aroha@gmail.com"],
  ["aroha@Gnail.con", "aroha@gmail.com"],
  ["aroha@gmail.co.nz", "aroha@gmail.com"],
  ["a@b@hotmal.co", "a@b@hotmail.com"],
  ["aroha@yahooo.co.nz", "aroha@yahoo.co.nz"],
  ["aroha@xtra.conz", "aroha@xtra.co.nz"],
  ["aroha@icoud.com", "aroha@icloud.com"],
  ["aroha@gmail.com", null],
  ["aroha@hotmail.co.nz", null],
  ["aroha@mail.com", null],
  ["aroha@yahoo.ca", null],
  ["aroha@farm.example", null],
  ["aroha", null],
])("who writes %s probably means %s", ([written, meant]) => {
  expect(email.meant?.(written!)).toBe(meant);
});
