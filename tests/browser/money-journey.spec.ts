import type { Page } from "@playwright/test";

import { FakeStripe } from "#tests/fake-stripe.ts";
import type { InboundExample } from "#tests/inbound-mail.ts";

import type { Journey } from "./deal-journey.ts";
import { dealSettings } from "./deal.ts";
import { wide } from "./desk.ts";
import { walkThroughBankFile, walkThroughCard, walkThroughReturn } from "./money-journey.ts";
import { expect, expectAccessible, signIn, test as siteTest } from "./site.ts";

const test = siteTest.extend<{ stripe: FakeStripe; journey: Journey }>({
  stripe: async ({ site }, use) => {
    const stripe = new FakeStripe();
    await stripe.start();
    await site.start({ ...dealSettings, UNDO_SECONDS: "1", ...stripe.environment });
    stripe.webhook = `${site.origin}/hooks/stripe`;
    await use(stripe);
    await stripe.stop();
  },
  journey: async ({ page, site, stripe, browser, mailServer }, use) => {
    expect(stripe.origin).not.toBe("");
    const onPhone = { viewport: { width: 360, height: 740 }, baseURL: site.origin };
    const phone = await browser.newPage(onPhone);
    const plainPhone = await browser.newPage({ ...onPhone, javaScriptEnabled: false });
    await page.setViewportSize(wide);
    await signIn(page);
    const receive = (mail: InboundExample) => site.receive(mail);
    const onStep = async (screen: Page) => {
      if (screen === page) await expectAccessible(page);
    };
    await use({ staff: page, phone, plainPhone, mailServer, receive, onStep });
    await Promise.all([phone.close(), plainPhone.close()]);
  },
});

for (const told of ["before", "after", "never"] as const)
  test(`paid by card and packed: the card company tells us ${told === "never" ? "never" : `${told} the customer is back`}`, async ({
    journey,
    stripe,
    site,
  }) => {
    await walkThroughCard(journey, stripe, told);
    expect(site.sql("select amount_cents, method, currency from payments")).toEqual([
      { amount_cents: stripe.held, method: "card", currency: "NZD" },
    ]);
  });

test("paid into the bank account: staff import the bank's file", async ({ journey, site }) => {
  await walkThroughBankFile(journey);
  expect(site.sql("select method from payments")).toEqual([{ method: "transfer" }]);
  expect(site.sql("select state, amount_cents from bank_lines order by amount_cents")).toMatchObject([
    { state: "matched" },
    { state: "waiting", amount_cents: 28_100 },
  ]);
});

test("a part of what was paid by card comes back, for a part of the money", async ({
  journey,
  stripe,
  site,
}) => {
  const reference = await walkThroughCard(journey, stripe, "before");
  const paid = stripe.held;
  await walkThroughReturn(journey, reference);
  expect(stripe.held).toBe(paid - 5000);
  expect(site.sql("select total_cents, gst_cents from documents where kind = 'credit'")).toEqual([
    { total_cents: 5000, gst_cents: 652 },
  ]);
});
