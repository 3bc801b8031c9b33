import { expect, test } from "vitest";

import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";

import { knownSummary } from "./known-summary.ts";

const quote = (values: object) => knownSummary(quoteRequest, { year: 2015, ...values });

test("a machine and a part that we know are named in our spelling, however they were typed", () => {
  const typed = { make: "honda", model: "trx 420 fm", part_needed: "Rear  CV-Axle" };
  expect(quote({ ...typed, part_needed: "Rear CV axle" })).toBe("2015 Honda TRX420FM, rear CV axle");
  expect(quote({ ...typed, part_needed: "the LEFT front a-arm" })).toBe(
    "2015 Honda TRX420FM, left front A-arm",
  );
  expect(quote({ make: "SUZUKI", model: "King Quad 400 LT-F400F", part_needed: "carby, seat" })).toBe(
    "2015 Suzuki LT-F400F KingQuad 400, carburettor, seat",
  );
  expect(quote({ make: "can am", model: "Outlander 650", part_needed: "CDI / ecu" })).toBe(
    "2015 Can-Am Outlander 650, CDI ECU",
  );
});

test.for([
  ["Honda", "TRX350", "TRX350"],
  ["Honda", "trx 350 fe", "TRX350"],
  ["Honda", "TRX300FW", "TRX300FW"],
  ["Honda", "TRX 400", "TRX400"],
  ["honda", "TRX450S", "TRX450"],
  ["Honda", "TRX500FPM", "TRX500"],
  ["Honda", "Foreman 450", "Foreman 450"],
  ["Yamaha", "Kodiak", "Kodiak"],
  ["Yamaha", "big bear 350", "Big Bear 350"],
  ["Yamaha", "Bruin", "Bruin"],
  ["Yamaha", "YFM400FW", "YFM400"],
  ["Suzuki", "King Quad 300", "KingQuad 300"],
  ["Suzuki", "LTF300", "LT-F300"],
  ["Suzuki", "Quad Runner", "QuadRunner"],
  ["Polaris", "Sportsman 500 EFI", "Sportsman 500"],
  ["Polaris", "sportsman", "Sportsman"],
  ["Kawasaki", "KLF300B", "KLF300"],
  ["Kawasaki", "KVF-400", "KVF400"],
  ["Kawasaki", "Prairie 650", "Prairie 650"],
])("a %s %s is the %s that it is", ([make = "", model = "", ours]) => {
  const sold = { year: 2004, make, model, condition: "not-running" };
  const spelt = make === "honda" ? "Honda" : make;
  expect(knownSummary(vehicleSubmission, sold)).toBe(`2004 ${spelt} ${ours}, Not running`);
});

test.for(["TRX3500", "TRX350 cheap at evil.example", "Forge", "TRX"])(
  "a model that we do not know is not named, nor dropped without a word: “%s”",
  (model) => {
    const sold = { year: 2004, make: "Honda", model, condition: "not-running" };
    expect(knownSummary(vehicleSubmission, sold)).toBe("your 2004 Honda, Not running");
  },
);

test("a field with one word that is not ours is left out as a whole", () => {
  const machine = { make: "Honda", model: "TRX420FM" };
  expect(quote({ ...machine, part_needed: "Front diff, call 0900 12345" })).toBe("2015 Honda TRX420FM");
  expect(quote({ ...machine, model: "TRX420FM cheap", part_needed: "front diff" })).toBe(
    "your 2015 Honda, front diff",
  );
  expect(quote({ make: "Honda.evil.example", model: "TRX420FM", part_needed: "x" })).toBe("2015 TRX420FM");
});

test.for([
  "https://evil.example/front/diff",
  "front\u202ediff",
  "front\u200bdiff",
  "<b>diff</b>",
  "diff=?utf-8?B?",
  "ｆｒｏｎｔ diff",
  "Front diff\r\nBcc: everyone@example.com",
  "__proto__ constructor",
  "seat ".repeat(13),
])("hostile text leaves no trace: %j", (text) => {
  expect(quote({ make: text, model: text, part_needed: text })).toBe("");
  expect(knownSummary(vehicleSubmission, { year: 2012, make: text, model: text, condition: text })).toBe("");
});

test("a year alone says nothing; a message has no summary; a machine for sale has its condition", () => {
  expect(quote({ make: "Hisun", model: "Forge", part_needed: "thing" })).toBe("");
  expect(knownSummary(contactMessage, { subject: "front diff" })).toBe("");
  const sold = { year: 2012, make: "Yamaha", model: "YFM450", condition: "not-running" };
  expect(knownSummary(vehicleSubmission, sold)).toBe("2012 Yamaha YFM450, Not running");
});
