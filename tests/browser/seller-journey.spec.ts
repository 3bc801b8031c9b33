import type { Page } from "@playwright/test";

import type { InboundExample } from "#tests/inbound-mail.ts";

import { dealSettings } from "./deal.ts";
import { wide } from "./desk.ts";
import { walkThroughSale } from "./seller-journey.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

// A field that the law asks for is missing at first.
test.use({ expectedConsole: ["422"] });

test("from the sell form to the label: photos from the phone, offer, accepted, picked up, recorded, each mail once", async ({
  page,
  site,
  browser,
  mailServer,
}) => {
  test.slow();
  await site.start({ ...dealSettings, UNDO_SECONDS: "1" });
  const onPhone = { viewport: { width: 360, height: 740 }, baseURL: site.origin };
  const phone = await browser.newPage(onPhone);
  const plainPhone = await browser.newPage({ ...onPhone, javaScriptEnabled: false });
  await page.setViewportSize(wide);
  await signIn(page);
  const receive = (mail: InboundExample) => site.receive(mail);
  // The checker is a script: pages without scripts are the same pages.
  const onStep = async (screen: Page) => {
    if (screen !== plainPhone) await expectAccessible(screen);
  };
  const reference = await walkThroughSale({ staff: page, phone, plainPhone, mailServer, receive, onStep });
  const keys = mailServer.messages.map(
    ({ messageId = "" }) => /^<([a-z-]+?)-(?:QK|[0-9a-f])/.exec(messageId)?.[1],
  );
  expect(keys.filter((key) => key !== undefined).toSorted()).toEqual(
    expect.arrayContaining(["offer", "photos", "pick-up", "receipt"]),
  );
  expect(new Set(keys.filter((key) => key !== "staff")).size).toBe(
    keys.filter((key) => key !== "staff").length,
  );
  expect(site.sql("select count(*) as count from photos")).toEqual([{ count: 7 }]);
  expect(site.sql("select state from pick_ups")).toEqual([{ state: "done" }]);
  expect(site.sql(`select number from machines where ref_number = '${reference}'`)).toEqual([{ number: 1 }]);
  await Promise.all([phone.close(), plainPhone.close()]);
});
