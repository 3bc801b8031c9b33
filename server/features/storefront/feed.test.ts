import { expect, test, vi } from "vitest";

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

test("the feed is made once for its readers, who are told if it is still the same", async () => {
  const app = await buildTestApp();
  const { forSale } = await shop(app);
  await forSale(null, {});
  const read = (headers: Record<string, string> = {}, method = "GET") =>
    app.fetch("/stock.xml", { method, headers });
  const reads = vi.spyOn(app.app.services.database.longReads, "selectFrom");
  const first = await (await read()).text();
  const once = reads.mock.calls.length;
  app.advance(5000);
  const [same, plain] = await Promise.all([read(), read({ "accept-encoding": "identity" })]);
  expect([await same.text(), await plain.text()]).toEqual([first, first]);
  const etag = same.headers.get("etag") ?? "";
  const head = await read({}, "HEAD");
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  expect((await read({ "if-none-match": etag })).status).toBe(304);
  expect(reads).toHaveBeenCalledTimes(2 * once);
  app.advance(5000);
  expect((await read({ "if-none-match": etag })).status, "nothing has changed").toBe(304);
  await forSale(null, { name: "Seat" });
  app.advance(5000);
  const changed = await read({ "if-none-match": etag });
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining("Seat")]);
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
