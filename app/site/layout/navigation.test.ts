import { expect, test } from "vitest";

import { submissions } from "#domain/forms/submissions.ts";

import { footerGroups, menuGroups, quotePage } from "./navigation.ts";

test.for(submissions)("the page of the form $name is linked from every page", ({ page }) => {
  const links = [...menuGroups, ...footerGroups].flatMap((group) => group.links);
  expect([quotePage, ...links.map(({ to }) => to)]).toContain(page);
});
