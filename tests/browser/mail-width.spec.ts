import { draftLine, exampleDraft } from "#tests/quote-desk.ts";
import { mailBody, quoteExample } from "#tests/quote-example.ts";

import { dealSettings, sendQuote, staffAt } from "./deal.ts";
import { expect, test } from "./site.ts";

/** A web address without a place to break. */
const unbroken = (length: number) => `https://example.co.nz/${"x".repeat(length)}`.slice(0, length);

test("no mail is wider than a phone, whatever is written in it", async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await site.start(dealSettings);
  const fields = {
    ...quoteExample,
    email: `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.co.nz`,
    part_needed: unbroken(120),
    delivery_address: unbroken(400),
    notes: unbroken(400),
  };
  const asked = await fetch(`${site.origin}/send-mail.php`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(mailBody(fields)),
  });
  expect(asked.status).toBe(200);
  const [reference = ""] = await site.addQuotes(1);
  const staff = await staffAt(site);
  await staff.call("/functions/v1/auth-name", { full_name: `Mia ${"m".repeat(100)}` });
  const lines = [
    draftLine({ text: unbroken(125), machine: unbroken(125), evidence: [unbroken(125)] }),
    draftLine({ id: "o", kind: "option", text: unbroken(300), machine: unbroken(200) }),
  ];
  const words = `See ${unbroken(125)}\n\n${unbroken(400)}`;
  const link = await sendQuote(
    site,
    staff,
    reference,
    exampleDraft({ lines, words, fitment: unbroken(400) }),
  );
  await fetch(`${link}/ask`, { method: "POST", body: new URLSearchParams({ words: unbroken(400) }) });
  const key = "7d1f3f5e-2f4b-4a55-9d0e-0a3c55d0a9ab";
  await staff.call(`/functions/v1/desk-reply?reference=${reference}`, { text: words, key });
  await expect.poll(async () => (await site.mails()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
  for (const { subject = "", html = "" } of await site.mails()) {
    await page.setContent(html);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([subject, width]).toEqual([subject, 360]);
  }
});
