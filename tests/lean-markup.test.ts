import { expect, test } from "vitest";

import { lean } from "#scripts/site/lean-markup.ts";

test("icons lose their own classes and namespace, shapes their end tags, and nothing else changes", () => {
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" class="lucide lucide-x size-7"><path d="M1 1"></path></svg>`;
  expect(lean(`<p class="x">lucide lucide-x</p>${icon}`)).toBe(
    `<p class="x">lucide lucide-x</p><svg class="size-7"><path d="M1 1"/></svg>`,
  );
});
