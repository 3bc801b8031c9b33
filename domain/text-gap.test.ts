import { expect, test } from "vitest";

import { gapIn } from "./plain-text.ts";

test.for([
  [
    "Hi Ben,\n\nThanks for your message.\n\n\n\nReference: QK-1",
    "Fill in the empty lines, or send it as it is",
  ],
  [
    "Grade:\nPrice: $      NZD including GST\nFreight to you: $",
    "Fill in “Price: $ NZD including GST”, or send it as it is",
  ],
  ["Grade:\nPrice: $185 NZD\nFreight to you: $15", "Fill in “Grade:”, or send it as it is"],
  ["Grade: B\nPrice: $185 NZD\nFreight to you: $", "Fill in “Freight to you: $”, or send it as it is"],
  ["Our cash offer is $      NZD.", "Fill in “Our cash offer is $ NZD.”, or send it as it is"],
  ["Come on [day] at [time].", "Fill in “[day]”, or send it as it is"],
  ["We can be there on ____.", "Fill in “We can be there on ____.”, or send it as it is"],
  ["Backlash: … mm", "Fill in “Backlash: … mm”, or send it as it is"],
  ["Oil: ...", "Fill in “Oil: ...”, or send it as it is"],
  ["Price:\n\nKind regards,\nMia", "Fill in “Price:”, or send it as it is"],
] as const)("%j: %s", ([text, gap]) => {
  expect(gapIn(text)).toBe(gap);
});

test.for([
  "Hi Ben,\n\nThanks for your message.\n\nYes.\n\nReference: QK-1",
  "Grade: B\nPrice: $185 NZD including GST\nFreight to you: $ 15",
  "Could you send us:\n\n- the VIN\n- a photo",
  "Our hours:\n8 to 5",
  "Please note:\n\nWe are closed on Friday.",
  "Hm... we are not sure",
  "",
])("%j has no gap", (text) => {
  expect(gapIn(text)).toBeNull();
});
