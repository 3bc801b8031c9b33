import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { builtSite } from "#tests/built-site.ts";

const controls = `<input id="quote-make" name="make" required=""/><input name="year"/><input name="part_needed"/><textarea name="notes"></textarea>`;

async function startSite(): Promise<TestApp> {
  const page = `<!doctype html><form>${controls}</form>`;
  return buildTestApp({ siteFolder: await builtSite({ "request-quote/index.html": page }) });
}

test("a link to the quote form, or the quick quote without scripts, fills in the fields that it names", async () => {
  const app = await startSite();
  const response = await app.fetch("/request-quote?make=Honda&part=Front+diff&notes=no&utm_source=x");
  const page = await response.text();
  expect(page).toContain('<input id="quote-make" name="make" value="Honda" required=""/>');
  expect(page).toContain('<input name="part_needed" value="Front diff"/>');
  expect(page).toContain('<textarea name="notes"></textarea>');
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("what the address names cannot leave its attribute", async () => {
  const app = await startSite();
  const hostile = encodeURIComponent(`"><script>alert(1)</script>&'`);
  const page = await (await app.fetch(`/request-quote?make=${hostile}`)).text();
  expect(page).toContain('name="make" value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;" req');
});

test("an address without values, with empty ones or with far too much gets the page as it was built", async () => {
  const app = await startSite();
  const plain = await app.fetch("/request-quote");
  const etag = plain.headers.get("etag");
  expect(etag).not.toBeNull();
  expect(await plain.text()).toContain(controls);
  for (const query of ["utm_source=x", "make=&part=+", `make=${"x".repeat(2000)}`, "make"]) {
    const response = await app.fetch(`/request-quote?${query}`);
    expect([query, response.headers.get("etag")]).toEqual([query, etag]);
  }
});

test("a link to a shelf asks which of its parts it is; a shelf that we do not have is not repeated", async () => {
  const app = await startSite();
  const of = async (query: string) => (await app.fetch(`/request-quote?${query}`)).text();
  const asked = '<input name="part_needed" placeholder="Diffs and axles: which one?"/>';
  expect(await of("make=Honda&shelf=Diffs+and+axles")).toContain(asked);
  expect(await of("shelf=Diffs+and+axles")).toContain(asked);
  expect(await of("shelf=Diffs+and+axles&part=Front+diff")).toContain(
    'name="part_needed" value="Front diff"/>',
  );
  expect(await of("make=Honda&shelf=Cheap+loans")).not.toContain("Cheap");
});

test("a year that cannot be read is in its field, as far as it fits there", async () => {
  const app = await startSite();
  const of = async (year: string) => (await app.fetch(`/request-quote?year=${year}`)).text();
  expect(await of("99-02")).toContain('<input name="year" placeholder="You typed 99-02"/>');
  expect(await of("2010+or+2011")).toContain('<input name="year" placeholder="You typed 2010 o…"/>');
  expect(await of("1975")).toContain('<input name="year" value="1975"/>');
});
