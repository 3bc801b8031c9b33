import { expect, test } from "vitest";

import { publicFacts } from "#domain/firm/page-facts.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { serveSmallSite } from "#tests/built-site.ts";

test("the pages learn the public key; nothing may keep it", async () => {
  const { fetch, anonKey } = await serveSmallSite();
  const answer = await fetch("/config.json");
  expect(await answer.json()).toEqual({ anonKey, firm: publicFacts() });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("the pages learn on which days the owner has closed", async () => {
  const { fetch } = await buildTestApp({ environment: { CLOSURES: "2027-03-01:Stocktake" } });
  const closures = [{ from: "2027-03-01", to: "2027-03-01", words: "Stocktake" }];
  expect(await (await fetch("/config.json")).json()).toMatchObject({ firm: { closures } });
});
