import { expect, test } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { RefusedForm } from "#domain/sending-failure.ts";
import { examples, vehicleExample } from "#tests/submission-examples.ts";

import { renderForm } from "./render-form.tsx";

const problem = { message: "Failed to send email", failure: "mail", requestId: "r-1" } as const;
const textsOf = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
const quote = (refused: Partial<RefusedForm>) => renderForm("quote", { typed: {}, problem, ...refused });

test.for(examples)("a $submission.name comes back with all that was typed", ({ submission, values }) => {
  const page = renderForm(submission.name, { typed: textsOf(values), problem });
  expect(page).toContain(`action="/forms/${submission.name}"`);
  for (const value of Object.values(textsOf(values))) expect(page).toContain(value);
  for (const text of ["Failed to send email", "It has not reached us yet.", "Error code r-1", "Try again"]) {
    expect(page).toContain(text);
  }
});

test("every refused field is a link in the summary, which comes first, and has the message next to it", () => {
  const fields = [
    { field: "make", message: "Make is required" },
    { field: "budget", message: "Budget must be a number" },
    { field: "consent", message: "You must agree to the privacy policy" },
  ];
  const page = quote({ problem: { message: "Make is required", failure: "refused", fields } });
  const links = [...page.matchAll(/<a href="#quote-(\w+)"[^>]*>(.*?)<\/a>/g)].map((link) => link.slice(1));
  expect(links).toEqual(fields.map(({ field, message }) => [field, message]));
  expect(page.indexOf('role="alert"')).toBeLessThan(page.indexOf("<input"));
  for (const { field } of fields) {
    expect(page).toMatch(new RegExp(`id="quote-${field}-problem"`));
    expect(page).toMatch(new RegExp(`aria-describedby="[^"]*quote-${field}-problem`));
  }
  expect(page).toMatch(/<details open=""[^>]*><summary[^>]*>Add what you know/);
  expect(page).not.toContain("Try again");
});

test("hostile text stays text; hints, bounds and autofill are as in the page", () => {
  const page = quote({ typed: { notes: '"><script>alert(1)</script>', consent: "true" } });
  expect(page).not.toContain("<script>");
  expect(page).toContain("&lt;script&gt;alert(1)");
  expect(page).toMatch(/name="consent"[^>]*checked=""/);
  for (const attribute of ['max="10000000"', 'autoComplete="tel"', 'inputMode="numeric"']) {
    expect(page).toContain(attribute);
  }
  expect(page).toContain(quoteRequest.fields.vin.hint);
});

test("a part in a late line stays in sight when the lines before it are empty", () => {
  const page = quote({ typed: { part_needed_3: "Seat" } });
  const lines = [...page.matchAll(/<details( open="")?><summary id="quote-part_needed_(\d)/g)];
  expect(lines.map(([, open, number]) => [number, open !== undefined])).toEqual([
    ["2", true],
    ["3", true],
    ["4", false],
    ["5", false],
  ]);
});

test("of the five conditions the chosen one is still chosen", () => {
  const page = renderForm("sell-vehicle", { typed: textsOf(vehicleExample.values), problem });
  expect(page.match(/type="radio"/g)).toHaveLength(5);
  const [chosen = ""] = /<input[^>]*checked=""[^>]*>/.exec(page) ?? [];
  expect(chosen).toContain(`value="${String(vehicleExample.values["condition"])}"`);
});
