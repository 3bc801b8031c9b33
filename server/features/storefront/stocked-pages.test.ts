import { join } from "node:path";

import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { builtSite } from "#tests/built-site.ts";
import { shop } from "#tests/public-stock.ts";

const form = `<div data-form="quote"><input name="make"/><input name="model"/><input name="year"/><input name="part_needed"/></div>`;
const page = (text: string) => `<!doctype html><html><head></head><body>${text}</body></html>`;

async function startSite() {
  const folder = await builtSite({
    "client/index.html": page("Home"),
    "client/brands/honda/index.html": page("Honda"),
    "client/parts/quad/index.html": page("Quads"),
    "client/request-quote/index.html": page(form),
    "with-stock/index.html": page(`<a href="/stock">Stock</a>`),
    "with-stock/brands/honda/index.html": page(`<stock-parts make="Honda"></stock-parts>`),
    "with-stock/parts/quad/index.html": page(
      `<stock-parts make="" kinds="farmQuad sportQuad"></stock-parts>`,
    ),
    "with-stock/stock/index.html": page(
      `<title>stock-head</title><header>Menu</header><stock-main></stock-main>`,
    ),
  });
  const app = await buildTestApp({ siteFolder: join(folder, "client") });
  return { app, ...(await shop(app)) };
}

test("pages link to the stock only while something is for sale, and are as they were built otherwise", async () => {
  const { app, forSale, call, page: read } = await startSite();
  expect(await read("/")).toBe(page("Home"));
  await forSale(null, {});
  app.advance(10_000);
  expect(await read("/")).toBe(page(`<a href="/stock">Stock</a>`));
  expect(await read("/stock")).toContain("<header>Menu</header><div");
  await call("PATCH part", { number: 1, state: "gone", reason: "lost" }, 1);
  app.advance(10_000);
  expect(await read("/")).toBe(page("Home"));
});

test("brand and part pages show up to six parts that match, and nothing if none does", async () => {
  const { app, machine, forSale, page: read } = await startSite();
  await forSale(await machine({ make: "Yamaha", model: "YFM700" }), { name: "Seat" });
  expect(await read("/brands/honda")).toBe(page(""));
  expect(await read("/parts/quad")).toContain("/stock/1/seat-2015-yamaha-yfm700");
  await forSale(null, ...Array.from({ length: 7 }, () => ({})));
  app.advance(10_000);
  const brand = await read("/brands/honda");
  expect(brand.match(/<a href="\/stock\/\d+\/rear-diff/g)).toHaveLength(6);
  expect(brand).toContain('<a href="/stock?make=Honda">See all Honda parts in stock</a>');
  expect(await read("/brands/unknown")).toBe(brand);
});

test("the form for a part for sale has its machine and its words with the number; for any other number it is empty", async () => {
  const { forSale, page: read } = await startSite();
  await forSale(null, {});
  const filled = await read("/request-quote?part=P1&utm_source=x");
  for (const text of [
    'make" value="Honda"',
    'model" value="TRX420FM"',
    'year" value="2015"',
    'value="Rear diff (P1)"',
  ])
    expect(filled).toContain(text);
  expect(filled).toContain(
    'data-start="make=Honda&amp;model=TRX420FM&amp;year=2015&amp;part=Rear+diff+%28P1%29"',
  );
  for (const query of ["part=P2", "part=P99999999999", "part=P0&make=Honda"])
    expect(await read(`/request-quote?${query}`)).toContain(form.replace("quote", `quote" data-start="`));
  for (const words of ["p1", "P 1", "P1x", "Diff P1"]) {
    const query = new URLSearchParams({ part: words }).toString();
    expect(await read(`/request-quote?${query}`)).toContain(`name="part_needed" value="${words}"`);
  }
});
