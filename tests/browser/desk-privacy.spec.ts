import type { Page, Route } from "@playwright/test";

import { dealCalls } from "#domain/deals/deal-calls.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { messages } from "#domain/messages.ts";
import { withoutUnseen } from "#domain/plain-text.ts";
import { quoteExample } from "#tests/quote-example.ts";

import {
  addMere,
  addName,
  history,
  kiri,
  mere,
  note,
  record,
  replyText,
  shorthand,
  withRequest,
} from "./desk.ts";
import { expect, logIn, signIn, test } from "./site.ts";

test.use({ expectedConsole: ["400", "401", "404", "503", "The session was not renewed"] });

/** A note as long as notes can be, and without a space in which a line could break. */
function longest(beginning: string): string {
  return beginning + "ب".repeat(10_000 - [...beginning].length);
}

test("what people write is text and runs nowhere, in any field of any kind, however long and in whatever direction", async ({
  page,
  site,
}) => {
  const attack = `"><img src=x onerror="window.owned=1"><script>window.owned=1</script>{{7*7}}javascript:alert(1)`;
  for (const submission of [quoteRequest, contactMessage, vehicleSubmission]) {
    const texts = Object.entries(submission.fields).flatMap(([name, field]) =>
      field.kind === "text" || field.kind === "long-text" || field.kind === "phone"
        ? [[name, attack.slice(0, field.maxLength)] as const]
        : [],
    );
    const valid = {
      ...kiri.quote,
      ...kiri.message,
      vehicle_type: "ATV",
      condition: "running",
      location: "Gore",
    };
    const own = Object.entries(valid).filter(([name]) => Object.hasOwn(submission.fields, name));
    const [reference = ""] = await site.submit(submission, Object.fromEntries([...own, ...texts]));
    if (submission === quoteRequest) await signIn(page, `/admin?record=${reference}`);
    const isFirst = submission === quoteRequest;
    await note(page).fill(isFirst ? `${longest(attack)}!` : attack);
    await record(page).getByRole("button", { name: "Add note" }).click();
    if (isFirst) {
      await expect(record(page).getByText("at most 10,000 characters. Your note is")).toBeVisible();
      await note(page).fill(longest(attack));
      await record(page).getByRole("button", { name: "Try again" }).click();
    }
    await expect(note(page)).toHaveValue("");
    await expect(history(page)).toContainText(attack);
    await expect(record(page).getByText(attack.slice(0, 100)).first()).toBeVisible();
  }
  expect(await page.evaluate(() => Reflect.get(window, "owned"))).toBeUndefined();

  const name = "عائشة \u202E Ōtaika 👩🏽‍🌾";
  const foreign = await site.addQuote({ full_name: name });
  await page.goto(`/admin?record=${foreign}`);
  const shown = record(page).locator("dd bdi").first();
  // A name is a short text: without marks that nobody sees.
  await expect(shown).toHaveText(withoutUnseen(name));
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

const person = {
  full_name: "Aroha Wairere",
  email: "aroha@wairere.example",
  delivery_address: "9 Wairere Road",
};

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
  const reference = await site.addQuote(person);
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
  await site.addQuote({ full_name: "Hemi", email: "hemi@farm.example", notes: "None" });
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
  page,
  site,
}) => {
  await addName(site);
  const reference = await withRequest(page, site);
  const busy = (route: Route) => route.fulfill({ status: 503, json: { error: "Busy" } });
  await page.route(dealCalls.draft.path, busy);
  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await replyText(page).fill("Hi Aroha, it is here.");
  await note(page).fill("Rang, no answer");
  await note(page).press("Escape");
  await page.keyboard.press("q");
  await shorthand(page).fill("450 a");
  const kept = () =>
    page.evaluate((about) => Object.keys(sessionStorage).filter((name) => name.endsWith(about)), reference);
  await expect
    .poll(async () => (await kept()).map((name) => name.match(/(note|reply|quote)-QK/)?.[1]).toSorted())
    .toEqual(["note", "quote", "reply"]);

  await page.unroute(dealCalls.draft.path, busy);
  await site.erase(quoteExample.email);
  await expect(page.getByText(`${messages.recordMissing}: ${reference}`)).toBeVisible({ timeout: 15_000 });
  await expect.poll(kept).toEqual([]);
});

const words = "Kauri Road";
const draft = "Rang, she sounded upset";

/** All that the browser keeps for this site, as one text. */
const storage = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), window.history.state]),
  );

test("what somebody has begun ends with their session: a colleague at the same screen finds none of it", async ({
  page,
  context,
  site,
}) => {
  const reference = await site.addQuote({ delivery_address: `1 ${words}` });
  await addMere(site);
  await signIn(page);
  await page.evaluate(() => localStorage.setItem("quadkea-desk-keys", "off"));
  await page.getByRole("searchbox", { name: "Search" }).fill(words);
  await expect(page.getByText("1 match")).toBeVisible();
  await page.getByRole("article").getByRole("link").first().click();
  await note(page).fill(draft);
  const other = await context.newPage();
  await other.goto(`/admin?record=${reference}`);
  await note(other).fill(draft);

  await page.getByRole("button", { name: "Logout" }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/admin-login$/);
    await expect(tab.getByRole("button", { name: "Login" })).toBeVisible();
    expect(await storage(tab)).not.toContain(draft);
    expect(await storage(tab)).not.toContain(words);
  }
  expect(await page.evaluate(() => localStorage.getItem("quadkea-desk-keys"))).toBe("off");
  expect((await context.cookies()).map(({ name }) => name)).toEqual(["__Host-quadkea_device"]);

  await logIn(page, mere);
  await expect(page.getByText("Signed in as Mere")).toBeVisible();
  await page.goto(`/admin?record=${reference}`);
  await expect(note(page)).toHaveValue("");
  // A page that Back revives loads itself again, which can cut Playwright's own wait short.
  for (const _ of [1, 2]) await page.goBack({ waitUntil: "commit" }).catch(() => null);
  await expect(async () => {
    await page.waitForLoadState();
    await expect(page.getByRole("heading").first()).toBeVisible();
    expect(await page.content()).not.toContain(draft);
  }).toPass();
});
