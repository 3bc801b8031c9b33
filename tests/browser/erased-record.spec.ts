import type { Page, Route } from "@playwright/test";

import { dealEndpoints } from "#domain/deals/deal-wire.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { messages } from "#domain/messages.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { record } from "./desk-page.ts";
import { shorthand, withRequest } from "./quote-composer.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, signIn, test } from "./site.ts";

test.use({ expectedConsole: ["404"] });

const person = {
  full_name: "Aroha Wairere",
  email: "aroha@wairere.example",
  delivery_address: "9 Wairere Road",
};

function addQuote(site: SiteProcess, changes: object): Promise<string[]> {
  const fields = { ...quoteExample, ...changes };
  return site.add({ submission: quoteRequest, percent: 100, fill: () => fields }, 1);
}

/** What the page holds of that person, in whichever element or attribute. */
async function tracesOf(page: Page): Promise<string[]> {
  const html = await page.content();
  return Object.values(person).filter((text) => html.includes(text));
}

test("an erased person is gone from every open desk within seconds, whether events are streamed or polled", async ({
  page,
  context,
  site,
}) => {
  const [reference = ""] = await addQuote(site, person);
  await signIn(page, `/admin?record=${reference}`);
  await expect(page.getByText("Notes and history")).toBeVisible();
  const list = await context.newPage();
  await list.goto("/admin");
  await expect(list.getByText(person.full_name)).toBeVisible();
  const polling = await context.newPage();
  await polling.route("**/live-stream?*", (route) => route.abort());
  await polling.goto("/admin");
  await expect(polling.getByText(person.full_name)).toBeVisible();

  await site.erase(person.email);
  // What comes in at the same time must not hide that something is gone.
  await addQuote(site, { full_name: "Hemi", email: "hemi@farm.example", notes: "None" });
  const gone = page.getByText(`${messages.recordMissing}: ${reference}`);
  await expect(gone).toBeVisible({ timeout: 15_000 });
  await expect.poll(() => tracesOf(page), { timeout: 15_000 }).toEqual([]);
  for (const desk of [list, polling]) {
    await expect.poll(() => tracesOf(desk), { timeout: 25_000 }).toEqual([]);
    await expect(desk.getByText("Hemi", { exact: true })).toBeVisible();
  }
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(gone).toBeVisible();
  expect(await tracesOf(page)).toEqual([]);
});

test("what was begun about an erased person is gone from the browser: a note, a reply, a quote that was not saved", async ({
  expectedConsole,
  page,
  site,
}) => {
  expectedConsole.push("503"); // The draft of the quote is refused.
  await site.change("update users set full_name = 'Mia Rata'");
  const reference = await withRequest(page, site);
  const busy = (route: Route) => route.fulfill({ status: 503, json: { error: "Busy" } });
  await page.route(dealEndpoints.draft, busy);
  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await record(page).getByRole("textbox", { name: /^To/ }).fill("Hi Aroha, it is here.");
  const note = record(page).getByRole("textbox", { name: "Note for staff" });
  await note.fill("Rang, no answer");
  await note.press("Escape");
  await page.keyboard.press("q");
  await shorthand(page).fill("450 a");
  const kept = () =>
    page.evaluate((about) => Object.keys(sessionStorage).filter((name) => name.endsWith(about)), reference);
  await expect
    .poll(async () => (await kept()).map((name) => name.match(/(note|reply|quote)-QK/)?.[1]).toSorted())
    .toEqual(["note", "quote", "reply"]);

  await page.unroute(dealEndpoints.draft, busy);
  await site.erase(quoteExample.email);
  await expect(page.getByText(`${messages.recordMissing}: ${reference}`)).toBeVisible({ timeout: 15_000 });
  await expect.poll(kept).toEqual([]);
});
