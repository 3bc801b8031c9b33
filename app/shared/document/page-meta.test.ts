import { expect, test } from "vitest";

import { firm } from "#domain/firm.ts";

import { pageMeta } from "./page-meta.ts";

test("a page is described to search engines, and to those who share a link to it", () => {
  const tags = pageMeta({ title: "Questions", description: "Eight answers.", image: "help" });
  expect(tags).toContainEqual({ title: `Questions | ${firm.trading_name}` });
  expect(tags).toContainEqual({ name: "description", content: "Eight answers." });
  expect(tags).toContainEqual({
    property: "og:image",
    content: "https://site-origin.invalid/social/help.png",
  });
});

test("a hidden page is kept from search engines and has nothing to share", () => {
  expect(pageMeta({ title: "Staff", hidden: true })).toEqual([
    { title: `Staff | ${firm.trading_name}` },
    { name: "robots", content: "noindex" },
  ]);
});
