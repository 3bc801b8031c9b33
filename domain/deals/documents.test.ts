import fc from "fast-check";
import { expect, test } from "vitest";

import { creditContent, type DocumentContent, invoiceContent } from "./documents.ts";
import { centsMost, gstIn } from "./money.ts";
import { trader } from "./quote.ts";

function invoiceOf(total_cents: number): DocumentContent {
  const quote = {
    reference: "QK-1",
    number: 1,
    lines: [],
    freight: { service: null, zone: null, rural: false, cents: total_cents, words: null },
    valid_until: "2026-08-10",
    fitment: null,
    words: null,
    business: trader(),
    terms_version: "1",
  };
  return invoiceContent({ serial: 1001, issued_on: "2026-08-03", quote, lines: [], total_cents });
}

test("whatever is credited in whatever parts, the GST that stays is that of what stays, to the cent", () => {
  const total = fc.integer({ min: 1, max: centsMost });
  const wishes = fc.array(fc.nat({ max: centsMost }), { maxLength: 6 });
  const run = fc.check(
    fc.property(total, wishes, (cents, parts) => {
      const invoice = invoiceOf(cents);
      let left = cents;
      let { gst_cents: gst } = invoice;
      const credit = (part: number) => {
        const of = { serial: 1001, issued_on: "2026-08-04", why: "Returned", invoice };
        const { gst_cents, total_cents } = creditContent({ ...of, before: left, cents: part });
        left -= total_cents;
        gst -= gst_cents;
        return gst === gstIn(left) && Math.abs(23 * gst_cents - 3 * part) <= 23;
      };
      const areRight = parts.every((wish) => left === 0 || credit(1 + (wish % left)));
      return areRight && credit(left) && gst === 0;
    }),
    { numRuns: 100_000 },
  );
  expect(run).toMatchObject({ failed: false, numRuns: 100_000, counterexample: null });
});

test("a credit note names the invoice that it corrects, and has a series of its own", () => {
  const invoice = invoiceOf(20_000);
  const of = { serial: 1007, issued_on: "2026-08-04", why: "The order was cancelled" };
  expect(creditContent({ ...of, invoice, before: 20_000, cents: 20_000 })).toMatchObject({
    kind: "credit",
    number: "CN-1007",
    issued_on: "2026-08-04",
    total_cents: 20_000,
    gst_cents: 2609,
    lines: [{ text: "The order was cancelled", cents: 20_000 }],
    corrects: { number: "INV-1001", issued_on: "2026-08-03" },
  });
});
