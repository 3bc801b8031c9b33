import { expect, test } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addQuote, exampleLine } from "#tests/deal-examples.ts";
import { approveOn } from "#tests/deal-visit.ts";
import { deliveredOrder } from "#tests/delivered-deals.ts";
import { photographed, shop } from "#tests/public-stock.ts";

const seen = 10_000;
const diff = "/stock/1/rear-diff-2015-honda-trx420fm";

async function startShop() {
  const app = await buildTestApp();
  return { app, ...(await shop(app)) };
}

const numbersOn = (page: string) =>
  [...page.matchAll(/<li class="part"><a href="\/stock\/(\d+)\//g)].map(([, number]) => Number(number));

function structuredIn(page: string): Record<string, unknown>[] {
  return [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = ""]) => JSON.parse(json) as Record<string, unknown>,
  );
}

test("a part with a price and a photo has a page: what it is, where it comes off, what it costs there and delivered", async () => {
  const { forSale, page } = await startShop();
  const fits = [{ make: "Honda", model: "TRX420FM", from: 2007, to: 2013 }];
  await forSale(null, { grade: "B", condition: ["Backlash 0.2 mm"], fits, weight: "M" });
  const shown = await page(diff);
  for (const text of [
    "<h1>Rear diff</h1>",
    "<b>$185.00</b> including GST",
    "Grade B: light wear",
    "No mark longer than 10 cm.",
    "Backlash 0.2 mm",
    "<dd>2015 Honda TRX420FM</dd>",
    "Honda TRX420FM, 2007 to 2013",
    "$25.00 to the North Island",
    "$40.00 to the South Island",
    'href="/request-quote?part=P1">Ask for this part</a>',
  ])
    expect(shown).toContain(text);
});

test("what is kept to ourselves, unpriced, without a photo or off a machine on hold has no page and is in no list", async () => {
  const { app, forSale, written, machine, page, call } = await startShop();
  const held = await machine();
  const until = nzDate(new Date(app.app.services.now().getTime() + dayMs));
  await app.app.services.database.write((tx) =>
    tx.updateTable("machines").set({ hold_until: until }).where("number", "=", held).execute(),
  );
  await forSale(null, {}, { price_cents: null }, {});
  await forSale(held, { name: "Seat" });
  await written(null, { name: "Winch", price_cents: 5000 });
  await call("PATCH part", { number: 3, public: false }, 1);
  expect(numbersOn(await page("/stock"))).toEqual([1]);
  for (const number of [2, 3, 4, 5, 6]) expect((await app.fetch(`/stock/${number}/x`)).status).toBe(404);
  app.advance(2 * dayMs);
  expect(numbersOn(await page("/stock"))).toEqual([4, 1]);
});

test("a wrong slug, no slug and the label's number lead to the right address; other addresses are no part", async () => {
  const { app, forSale } = await startShop();
  await forSale(null, {});
  for (const path of ["/stock/1/front-diff", "/stock/1", "/stock/P1", "/stock/p1/x", "/stock/01/x"]) {
    const { status, headers } = await app.fetch(path);
    expect([path, status, headers.get("location")]).toEqual([path, 301, diff]);
  }
  for (const path of [
    "/stock/2/x",
    "/stock/P2",
    "/stock/abc",
    "/stock/0/x",
    "/stock/99999999999/x",
    "/stock/1x/y",
  ])
    expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
  expect((await app.fetch(diff)).status).toBe(200);
});

test("the newest come first, 50 a page; make, model and part narrow down, in any spelling", async () => {
  const { forSale, page } = await startShop();
  await forSale(null, ...Array.from({ length: 51 }, () => ({})));
  await forSale(null, { make: "Yamaha", model: "YFM-700", name: "Front diffs" });
  const first = numbersOn(await page("/stock"));
  expect([first[0], first.length, first.at(-1)]).toEqual([52, 50, 3]);
  expect(await page("/stock")).toContain('rel="next" href="/stock?after=3"');
  expect(numbersOn(await page("/stock?after=3"))).toEqual([2, 1]);
  const yamaha = await page("/stock?make=yamaha&model=yfm+700&part=Differential,+front");
  expect(numbersOn(yamaha)).toEqual([52]);
  expect(yamaha).toContain("<h1>Front diffs for Yamaha YFM-700</h1>");
  for (const query of ["make=Honda", "make=Honda&amp;model=TRX420FM", "part=Rear+diff"])
    expect(await page("/stock")).toContain(`<a href="/stock?${query}">`);
});

test.for([
  "?page=10000",
  "?after=10000",
  "?make=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  "?after=-1&make=&model=",
  `?part=${"x".repeat(1500)}`,
  "?make=%00&model=%F0%9F%9A%9C",
  "?make=a&make=b",
])("/stock with %.60s is a plain page", async (query) => {
  const { app, forSale } = await startShop();
  await forSale(null, {});
  const response = await app.fetch(`/stock${query}`);
  expect(response.status).toBe(200);
  expect(await response.text()).not.toMatch(/alert|xxx/);
});

test("a part that somebody ordered is on hold: not in the list, not to be asked for, OutOfStock", async () => {
  const { app, forSale, page } = await startShop();
  await forSale(null, {}, { name: "Seat" });
  await approveOn(app, await addQuote(app, { lines: [exampleLine({ item_label: "P1" })] }));
  app.advance(seen);
  const shown = await page(diff);
  expect(shown).toContain("On hold for another customer");
  expect(shown).not.toContain("part=P1");
  expect(structuredIn(shown)[0]).toMatchObject({
    offers: { availability: "https://schema.org/OutOfStock" },
  });
  expect(numbersOn(shown), "others for the machine").toEqual([2]);
  expect(numbersOn(await page("/stock"))).toEqual([2]);
});

test("the page of several pieces names those that are free", async () => {
  const { app, forSale, page } = await startShop();
  await forSale(null, { quantity: 4 });
  expect(await page(diff)).toContain("4 pieces. On the shelf");
  await approveOn(app, await addQuote(app, { lines: [exampleLine({ item_label: "P1", quantity: 2 })] }));
  app.advance(seen);
  expect(await page(diff)).toContain("2 pieces. On the shelf");
});

test("a sold part says so for 90 days, with similar ones; then it is gone", async () => {
  const { app, forSale, page } = await startShop();
  await forSale(null, {}, {});
  await deliveredOrder(app, { lines: [exampleLine({ item_label: "P1" })] });
  app.advance(seen);
  const shown = await page(diff);
  expect(shown).toContain('<p class="stand not">Sold</p>');
  expect(numbersOn(shown)).toEqual([2]);
  app.advance(89 * dayMs);
  expect((await app.fetch(diff)).status).toBe(200);
  app.advance(2 * dayMs);
  expect((await app.fetch(diff)).status).toBe(410);
});

test("a part that is gone was there once, if visitors could see it; else there never was one", async () => {
  const { app, forSale, written, call } = await startShop();
  await forSale(null, {});
  await written(null, { name: "Seat", price_cents: 5000 });
  for (const number of [1, 2]) await call("PATCH part", { number, state: "gone", reason: "scrapped" }, 1);
  expect((await app.fetch(diff)).status).toBe(410);
  expect((await app.fetch("/stock/2/x")).status).toBe(404);
});

test("a change is seen within 10 seconds; until something changes, the page is the same to a byte", async () => {
  const { app, forSale, call, page } = await startShop();
  await forSale(null, {});
  const first = await app.fetch(diff);
  await call("PATCH part", { number: 1, price_cents: 9900 }, 1);
  app.advance(seen);
  expect(await page(diff)).toContain("<b>$99.00</b>");
  app.advance(seen);
  const again = await app.fetch(diff, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
  expect(again.status).toBe(200);
  const etag = again.headers.get("etag") ?? "";
  app.advance(seen);
  expect((await app.fetch(diff, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("photos of parts on the site are WebP at an address of their own that browsers keep; others are nobody's", async () => {
  const { app, forSale, written, page } = await startShop();
  await forSale(null, {});
  const [own] = await written(null, { name: "Seat" });
  const hidden = await photographed(app.app.services, own!);
  const [, src = ""] = /<img src="([^"]+)" width="320" height="240" alt="">/.exec(await page("/stock")) ?? [];
  const response = await app.fetch(src);
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(Buffer.from(await response.arrayBuffer()).toString("latin1", 8, 12)).toBe("WEBP");
  const large = await app.fetch(src.replace("320.webp", "1600.jpg"));
  expect([large.status, large.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  for (const path of [
    src.replace("320", "640"),
    `/stock/photo/${hidden}-320.webp`,
    "/stock/photo/x-320.webp",
  ])
    expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
});

test("structured data has what search engines ask of a used product", async () => {
  const { app, forSale, page } = await startShop();
  await forSale(null, { name: "</script><b>Diff", grade: "A" });
  const shown = await page((await app.fetch("/stock/1")).headers.get("location") ?? "");
  const [product, trail] = structuredIn(shown);
  const origin = app.config.siteOrigin;
  expect(product).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Product",
    name: "</script><b>Diff, 2015 Honda TRX420FM",
    sku: "P1",
    itemCondition: "https://schema.org/UsedCondition",
    image: [expect.stringMatching(new RegExp(`^${origin}/stock/photo/[\\w-]+-1600\\.jpg$`))],
    offers: {
      "@type": "Offer",
      price: "185.00",
      priceCurrency: "NZD",
      availability: "https://schema.org/InStock",
      itemCondition: "https://schema.org/UsedCondition",
    },
  });
  expect(trail).toMatchObject({ "@type": "BreadcrumbList" });
  expect(shown).not.toContain("<b>Diff");
});
