import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { builtSite } from "#tests/built-site.ts";
import { shop } from "#tests/public-stock.ts";

const fields = (item: string) =>
  Object.fromEntries(
    [...item.matchAll(/<([\w:]+)>([^<]*)<\/\1>/g)].map(([, name = "", text]) => [name, text]),
  );

/** What Google's product data specification says of each field that a used single piece needs. */
const rules: Readonly<Record<string, RegExp>> = {
  "g:id": /^[\w-]{1,50}$/,
  title: /^.{1,150}$/,
  description: /^.{1,5000}$/s,
  link: /^https?:\/\/[^\s]+$/,
  "g:image_link": /^https?:\/\/\S+\.jpg$/,
  "g:price": /^\d+\.\d\d NZD$/,
  "g:availability": /^(?:in_stock|out_of_stock|preorder|backorder)$/,
  "g:condition": /^(?:new|refurbished|used)$/,
  "g:identifier_exists": /^(?:yes|no)$/,
};

test("the feed is RSS 2.0 with what Google's rules ask of each used part, and of no other", async () => {
  const app = await buildTestApp();
  const { forSale, written } = await shop(app);
  await forSale(null, { grade: "C", condition: ["Rust & <dents>"] }, { name: "Seat\u0001" });
  await written(null, { name: "Winch", price_cents: 5000 });
  const response = await app.fetch("/stock.xml");
  expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const feed = await response.text();
  expect(feed).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0" xmlns:g="http:\/\/base\.google\.com\/ns\/1\.0">\n<channel>\n<title>[^<]+<\/title>\n<link>[^<]+<\/link>\n<description>[^<]+<\/description>/,
  );
  const items = [...feed.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = ""]) => fields(item));
  expect(items.map((item) => item["g:id"])).toEqual(["P2", "P1"]);
  for (const item of items)
    for (const [name, rule] of Object.entries(rules))
      expect([name, item[name]]).toEqual([name, expect.stringMatching(rule)]);
  expect(items[1]).toMatchObject({
    "g:price": "185.00 NZD",
    "g:condition": "used",
    "g:identifier_exists": "no",
    "g:availability": "in_stock",
    description: "Used Rear diff off a 2015 Honda TRX420FM: grade C, Rust &amp; &lt;dents&gt;.",
    link: `${app.config.siteOrigin}/stock/1/rear-diff-2015-honda-trx420fm`,
  });
});

test("the sitemap has the list and each part for sale; without any, it is as it was built", async () => {
  const sitemap = `<urlset>\n  <url><loc>https://site-origin.invalid/</loc></url>\n</urlset>\n`;
  const app = await buildTestApp({ siteFolder: await builtSite({ "sitemap.xml": sitemap }) });
  const { forSale, page } = await shop(app);
  const { siteOrigin: origin } = app.config;
  expect(await page("/sitemap.xml")).toBe(sitemap.replace("https://site-origin.invalid", origin));
  await forSale(null, {});
  app.advance(10_000);
  const response = await app.fetch("/sitemap.xml");
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const listed = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  const paths = ["/", "/stock", "/stock/1/rear-diff-2015-honda-trx420fm"];
  expect(listed).toEqual(paths.map((path) => origin + path));
});
