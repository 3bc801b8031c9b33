import { spawnSync } from "node:child_process";

import { draftLine, exampleDraft } from "#tests/quote-desk.ts";

import { dealSettings, sendQuote, staffAt } from "./deal.ts";
import { expect, test } from "./site.ts";

/** The words of each printed page (Debian's poppler-utils). */
function pagesOf(pdf: Buffer): string[] {
  const { stdout, error } = spawnSync("pdftotext", ["-layout", "-", "-"], { input: pdf, encoding: "utf8" });
  if (error !== undefined) throw new Error("The tests need pdftotext: apt-get install poppler-utils");
  return stdout.split("\f").slice(0, -1);
}

test("an invoice of 1 to 40 lines prints every line and the total once, and says on each page which it is", async ({
  page,
  site,
}) => {
  test.slow();
  await site.start(dealSettings);
  const counts = [1, 8, 12, 15, 20, 40];
  const references = await site.addQuotes(counts.length);
  const staff = await staffAt(site);
  for (const [index, count] of counts.entries()) {
    const number = 1001 + index;
    const lines = Array.from({ length: count }, (_, line) =>
      draftLine({ id: `line${line + 1}`, text: `Part no. ${line + 1} of the gearbox`, unit_cents: 10_000 }),
    );
    await page.goto(await sendQuote(site, staff, references[index] ?? "", exampleDraft({ lines })));
    await page.getByLabel("I have checked the machine").check();
    await page.getByRole("button", { name: /^Approve for/ }).click();
    await page.getByRole("link", { name: `Invoice ${number}` }).click();
    await expect(page.getByText(`Tax invoice ${number}`).first()).toBeAttached();
    const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
    const all = pages.join("\n");
    for (let line = 1; line <= count; line += 1)
      expect(all.match(new RegExp(`Part no\\. ${line} of the gearbox`, "g"))).toHaveLength(1);
    expect(all.match(/^ *Total\b/gm)).toHaveLength(1);
    expect(pages[0]).toContain("Part no. 1 of the gearbox");
    for (const [at, text] of pages.entries()) {
      expect(text).toMatch(new RegExp(`Tax invoice ${number}\\s+Page ${at + 1} of ${pages.length}`));
      expect(text).toMatch(/Description\s+Amount/);
      expect(text, `page ${at + 1} of ${count} lines`).toContain("of the gearbox");
    }
    expect(pages.length).toBeLessThanOrEqual(Math.ceil((count + 12) / 18));
  }
});
