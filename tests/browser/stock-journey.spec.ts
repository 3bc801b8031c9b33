import type { Page } from "@playwright/test";

import { dealSettings } from "./deal.ts";
import { wide } from "./desk.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";
import { buyQuad, partsKept, photosTaken, walkThroughStock } from "./stock-journey.ts";

test("a quad is taken apart without signal: 40 parts get labels, one goes to the site, into a quote, out with a parcel, and back on a shelf", async ({
  page,
  site,
  browser,
  mailServer,
}) => {
  test.slow();
  await site.start({ ...dealSettings, UNDO_SECONDS: "1" });
  await buyQuad(site);
  const onPhone = { viewport: { width: 360, height: 740 }, baseURL: site.origin };
  const phone = await browser.newPage(onPhone);
  const plainPhone = await browser.newPage({ ...onPhone, javaScriptEnabled: false });
  await page.setViewportSize(wide);
  await signIn(page);
  // The checker is a script: pages without scripts are the same pages.
  const onStep = async (screen: Page) => {
    if (screen !== plainPhone) await expectAccessible(screen);
  };
  const receive = site.receive.bind(site);
  await walkThroughStock({ staff: page, phone, plainPhone, mailServer, receive, onStep });
  expect(site.sql("select count(distinct name) as names, count(*) as parts from parts")).toEqual([
    { names: partsKept, parts: partsKept },
  ]);
  expect(site.sql("select count(*) as photos from photos where ref_number like 'P%'")).toEqual([
    { photos: photosTaken },
  ]);
  await Promise.all([phone.close(), plainPhone.close()]);
});
