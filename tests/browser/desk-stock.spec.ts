import { randomUUID } from "node:crypto";

import type { Page } from "@playwright/test";

import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { Part } from "#domain/stock/part.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";
import { plainPhoto } from "#tests/photo-examples.ts";
import { draftLine, exampleDraft } from "#tests/quote-desk.ts";

import { dealSettings, quoteSent, staffAt } from "./deal.ts";
import { cards, composer, openRecord, quotes, record, shorthand } from "./desk.ts";
import { admin, type SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, logIn, signIn, signInAt, test } from "./site.ts";

test.use({ settings: dealSettings, expectedConsole: ["401", "409", "412"] });

const diff = {
  name: "Front diff",
  make: "Honda",
  model: "TRX420FM",
  year: 2015,
  grade: "B",
  weight: "L",
  condition: ["Backlash 0.2 mm"],
  shelf: "D-17",
  price_cents: 38_500,
};

async function writtenDown(site: SiteProcess, ...parts: object[]): Promise<Part[]> {
  const staff = await staffAt(site);
  const { machine } = (await staff.call(stockCalls.machine.path, {
    make: "Honda",
    model: "TRX420FM",
    year: 2015,
  })) as { machine: { number: number } };
  const body = {
    machine_number: machine.number,
    parts: parts.map((part) => ({ id: randomUUID(), ...part })),
  };
  return ((await staff.call(stockCalls.parts.path, body)) as { parts: Part[] }).parts;
}

/** A photo of part 1, taken for a draft that is then forgotten. */
async function withPhoto(page: Page, site: SiteProcess): Promise<void> {
  const ref = await site.addQuote({ full_name: "Liam Wihongi" });
  await (await staffAt(site)).call(dealCalls.draft.path, { ref, draft: exampleDraft() }, "PUT");
  const photo = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await plainPhoto(800, 600) };
  const sent = await page.request.post("/functions/v1/quote-photo", {
    multipart: { ref, line: "diff", photo },
    headers: { origin: site.origin },
  });
  expect(sent.status()).toBe(200);
  await site.change("update photos set ref_number = 'P1'");
  await site.change("update quote_requests set status = 'cancelled'");
}

test("a request for a part in stock is quoted with q, s and Ctrl+Enter twice: price, machine, grade, photo, freight and label", async ({
  page,
  site,
}) => {
  await writtenDown(site, diff, { ...diff, name: "Seat" });
  await signInAt(page, "/admin");
  await withPhoto(page, site);
  const reference = await site.addQuote();
  await openRecord(page, reference);
  await expect(cards(page).filter({ hasText: reference })).toContainText("In stock");
  await page.keyboard.press("q");
  await page.keyboard.press("s");
  const stock = composer(page).getByRole("region", { name: "In stock" });
  await expect(stock).toContainText("P1 Front diff, grade B, $385.00");
  const line = composer(page).getByRole("list", { name: "Lines" }).getByRole("listitem");
  await expect(line).toContainText(/Machine 1\s*P1/);
  await expect(shorthand(page)).toBeFocused();
  await expect(shorthand(page)).toHaveValue("");
  await expect(composer(page).getByRole("img", { name: "1 of Front diff" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(composer(page).frameLocator("iframe[title='The page']").getByRole("img")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(quotes(page)).toContainText("Quote 1");
  const [sent] = site.sql("select content from quote_versions");
  expect(JSON.parse(String(sent?.["content"]))).toMatchObject({
    lines: [
      {
        text: "Front diff",
        machine: "2015 Honda TRX420FM",
        machine_number: 1,
        grade: "B",
        unit_cents: 38_500,
        evidence: ["Backlash 0.2 mm"],
        item_label: "P1",
        photos: [expect.stringMatching(/^[\da-f]{64}$/)],
      },
    ],
    freight: { cents: 4600 },
  });
  await expect(record(page).getByRole("region", { name: "Quoted" })).toContainText("D-17, P1");
});

test("“In stock” and “Quoted, now held” are lists of their own", async ({ page, site }) => {
  await writtenDown(site, diff);
  const draft = exampleDraft({ lines: [draftLine({ item_label: "P1" })] });
  const other = await quoteSent(site, { draft });
  const given = await site.addQuote({ full_name: "Liam Wihongi", email: "liam@example.co.nz" });
  const { approve } = await quoteSent(site, { draft, given });
  const list = (filter: string) => page.goto(`/admin?show=${filter}`);
  await signInAt(page, "/admin?show=stock");
  await expect(cards(page)).toHaveCount(2);
  await list("quoted-held");
  await expect(page.getByText("Nothing under “Quoted, now held”")).toBeVisible();
  await approve();
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(other.reference);
  await list("stock");
  await expect(page.getByText("Nothing under “In stock”")).toBeVisible();
  await openRecord(page, await site.addQuote({ full_name: "Aroha Ngata" }));
  await page.keyboard.press("q");
  await page.keyboard.press("s");
  await expect(composer(page)).toContainText("Nothing in stock fits.");
});

test("parts are found and moved to another shelf together, by keyboard and on a phone", async ({
  page,
  site,
}) => {
  await writtenDown(
    site,
    diff,
    { ...diff, name: "Seat", shelf: "A-2" },
    { name: "Rim", state: "on_machine" },
  );
  await signIn(page);
  await page.setViewportSize({ width: 768, height: 740 });
  expect((await page.getByRole("banner").boundingBox())?.height, "its links are one row").toBeLessThan(60);
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  const parts = page.getByRole("list", { name: "Parts" }).getByRole("listitem");
  await expect(parts).toContainText([/P3.*On the machine/, /P2.*A-2/, /P1.*Front diff.*D-17/]);
  await expectAccessible(page);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const chosen = page.getByRole("region", { name: "Selected parts" });
  await expect(chosen).toContainText("P3, P2");
  await expect(chosen.getByRole("link", { name: "Print 2 labels" })).toHaveAttribute("href", /numbers=3,2$/);
  await chosen.getByRole("textbox", { name: "To shelf" }).fill("E-1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 parts are on E-1 now")).toBeVisible();
  await expect(parts).toContainText([/P3.*E-1/, /P2.*E-1/, /D-17/]);
  await page.keyboard.press("/");
  await page.keyboard.type("diff");
  await expect(parts).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=diff$/);

  await page.setViewportSize({ width: 360, height: 740 });
  await parts.getByRole("checkbox", { name: "Select P1" }).check();
  await expectAccessible(page);
  await chosen.getByRole("button", { name: "To E-1" }).click();
  await expect(page.getByText("1 part is on E-1 now")).toBeVisible();
  await page.getByRole("searchbox", { name: "Find a part" }).fill("");
  await page.getByRole("button", { name: "Lie longest" }).click();
  await expect(parts).toContainText([/P1/, /P2/, /P3/]);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("textbox", { name: "Part", exact: true }).fill("rims");
  await expect(parts).toContainText([/P3.*Rim/]);
});

test("the code of a label opens the part after sign-in: two presses move it, and what is typed survives somebody else’s change", async ({
  page,
  site,
}) => {
  const [part] = await writtenDown(site, diff);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/P/1");
  await logIn(page, admin);
  await expect(page).toHaveURL(/\/admin\/part\/1$/);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Front diff");
  await expect(page.getByText("D-17")).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => localStorage.setItem("quadkea-desk-shelves", "E-9"));
  await page.getByRole("button", { name: "Another shelf" }).click();
  await page.getByRole("button", { name: "To E-9" }).click();
  await expect(page.getByText("It is on E-9 now")).toBeVisible();

  await page.getByRole("button", { name: "Change" }).click();
  const form = page.getByRole("form", { name: "Change the part" });
  await form.getByRole("textbox", { name: "Price" }).fill("420");
  await form.getByRole("textbox", { name: /^Fits/ }).fill("Honda TRX420FM 2014-2018");
  await page.getByRole("button", { name: "Sell at the counter" }).click();
  await page.getByRole("textbox", { name: "Note" }).press("Escape");
  await expect(page.getByRole("form", { name: "Sell at the counter" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await page.getByRole("link", { name: "All parts in stock" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Change, not saved" }).click();
  const staff = await staffAt(site);
  await staff.call(stockCalls.move.path, { numbers: [part?.number], shelf: "A-1" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toContainText("Somebody has changed this part meanwhile");
  await expect(form.getByRole("textbox", { name: "Price" })).toHaveValue("420");
  await expect(page.getByText("A-1")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  expect(site.sql("select shelf, price_cents, fits from parts")).toMatchObject([
    { shelf: "A-1", price_cents: 42_000, fits: expect.stringContaining('"from":2014,"to":2018') },
  ]);
  await page.getByRole("button", { name: "Not here any more" }).click();
  await expect(page.getByRole("button", { name: "Opened up" })).toBeVisible();
  await page.getByRole("button", { name: "Scrapped" }).click();
  await expect(page.getByText("Scrapped, it was on A-1")).toBeVisible();
  await expect(page.getByRole("button", { name: "Another shelf" })).toHaveCount(0);
});
