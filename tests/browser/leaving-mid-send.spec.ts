import type { Page } from "@playwright/test";

import {
  contactMessageExample,
  type Example,
  quoteRequestExample,
  vehicleExample,
} from "#tests/submission-examples.ts";

import { cutOffConsole, expectOnce, staffMails } from "./arrived-once.ts";
import { openFilled, send, typedIn } from "./forms.ts";
import { expect, test } from "./site.ts";

test.use({ expectedConsole: cutOffConsole });

/** The server gets the next call; its answer does not reach the page. */
async function loseNextAnswer(page: Page, path: string): Promise<{ readonly lost: Promise<void> }> {
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  let isLost = false;
  // Not `times: 1`: without a route, the call that is held would go on.
  await page.route(path, async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch().catch(() => null);
    resolve();
  });
  return { lost };
}

const leaveAnyway = (page: Page) => page.on("dialog", (dialog) => dialog.accept());

const mailCall = "/send-mail.php";
const backAndForth = (page: Page) => page.goBack().then(() => page.goForward());

const interruptions: [
  what: string,
  example: Example,
  call: string,
  leave: (page: Page) => Promise<unknown>,
][] = [
  ["a reload in mid-send", quoteRequestExample, mailCall, (page) => page.reload()],
  ["the back button in mid-send", vehicleExample, mailCall, backAndForth],
  ["the back button between the calls", contactMessageExample, "/rest/v1/**", backAndForth],
];

for (const [what, example, call, leave] of interruptions) {
  const { submission } = example;

  test(`${what}: nothing is lost, the offline outbox sends it again without a second mail, and the form is empty`, async ({
    page,
    site,
    context,
  }) => {
    leaveAnyway(page);
    await page.goto("/");
    await openFilled(page, example);
    const answer = await loseNextAnswer(page, call);
    await send(page, submission);
    await answer.lost;
    await expect.poll(async () => (await staffMails(site, submission)).length).toBe(1);
    await leave(page);
    await expect(page.getByText(submission.successTitle)).toBeVisible();
    expect(await typedIn(page, submission)).toMatchObject({ full_name: "", email: "" });
    await expectOnce(context, site, submission);
  });
}

test("the tab is closed between the calls: the record is there all the same, its consent unknown", async ({
  page,
  site,
  context,
}) => {
  const { submission } = quoteRequestExample;
  await openFilled(page, quoteRequestExample);
  await page.route("/rest/v1/**", (route) => route.abort());
  // Not only asked: a page that is closed lets go on what is held up in that moment.
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("/rest/v1/"));
  await send(page, submission);
  await refused;
  await page.close();
  await site.start({ ADOPT_AFTER_MINUTES: "0" });
  await expectOnce(context, site, submission, "unknown (adopted)");
});
