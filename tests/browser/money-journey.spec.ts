import type { Page } from "@playwright/test";

import { FakeStripe } from "#tests/fake-stripe.ts";
import type { InboundExample } from "#tests/inbound-mail.ts";

import type { Journey } from "./deal-journey.ts";
import { dealSettings } from "./deal.ts";
import { wide } from "./desk.ts";
import { walkThroughCard, walkThroughReturn } from "./money-journey.ts";
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

test("paid by card, though the card company tells us after the customer is back; then a part of it comes back, for a part of the money", async ({
  journey,
  stripe,
  site,
}) => {
  const reference = await walkThroughCard(journey, stripe, "after");
  const paid = stripe.held;
  const payments = () =>
    site.sql("select amount_cents, method, currency from payments where amount_cents > 0");
  expect(payments()).toEqual([{ amount_cents: paid, method: "card", currency: "NZD" }]);
  await walkThroughReturn(journey, reference);
  expect(payments(), "what the company told us later is the same payment").toHaveLength(1);
  expect(stripe.held).toBe(paid - 5000);
  expect(site.sql("select total_cents, gst_cents from documents where kind = 'credit'")).toEqual([
    { total_cents: 5000, gst_cents: 652 },
  ]);
});
