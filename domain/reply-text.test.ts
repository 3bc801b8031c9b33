import { expect, test } from "vitest";

import { makes } from "#domain/catalogue/models.ts";

import { isNameless, partInSentence, replyProblem } from "./reply-text.ts";

test.for([
  ["Radiator and fan", "radiator and fan"],
  ["Front diff", "front diff"],
  ["CV axle boots", "CV axle boots"],
  ["CDI unit 32900-38FA0", "CDI unit 32900-38FA0"],
  ["FRONT DIFF", "front diff"],
  ["REAR CV AXLE", "rear CV axle"],
  ["ECU", "ECU"],
  ["Yamaha Carburettor", "Yamaha carburettor"],
  ["REAR YAMAHA DIFF", "rear Yamaha diff"],
  ["CAN-AM CV AXLE", "Can-Am CV axle"],
  ["Arctic cat seat", "Arctic Cat seat"],
  ["Ōtaika Bracket", "ōtaika bracket"],
])("the part %s is %s within a sentence", ([part = "", said]) => {
  expect(partInSentence(part)).toBe(said);
});

test("each maker that we know keeps its capital", () => {
  for (const make of makes) expect(partInSentence(`${make} Seat`)).toBe(`${make} seat`);
});

test.for(["", "  ", "Administrator", "mia@quadkea.example"])(
  "“%s” is no name to sign a mail with",
  (name) => {
    expect(isNameless(name)).toBe(true);
    expect(isNameless("Mia Rata")).toBe(false);
  },
);

test("a text with anything left in braces is not sent", () => {
  expect(replyProblem("Hi Liam, we have the {part}.")).toBe("Fill in or remove {part} first");
  expect(replyProblem("Price: }")).toContain("}");
  expect(replyProblem(" \n ")).toBe("The reply is empty");
  expect(replyProblem("Hi Liam")).toBeNull();
});
