import { expect, test } from "vitest";

import { shortenClasses } from "#scripts/site/short-classes.ts";

const page = (styles: string, body: string) => `<style>${styles}</style><body>${body}</body>`;
const none = new Set<string>();

test("the most frequent class gets the shortest name, in the styles and in the markup", () => {
  const long = page(
    String.raw`.p-2{padding:2px}.in-\[a\>b\]\:flex{display:flex}`,
    `<p class="p-2"></p><p class="in-[a&gt;b]:flex p-2"></p>`,
  );
  expect(shortenClasses(long, none)).toBe(
    page(".a{padding:2px}.b{display:flex}", `<p class="a"></p><p class="b a"></p>`),
  );
});

test("classes inside :is(), :where() and :not() are renamed too", () => {
  const long = page(
    ".open:is(:where(.group):hover *):not(.empty){color:red}",
    `<p class="group"><b class="open"></b><i class="empty"></i></p>`,
  );
  expect(shortenClasses(long, none)).toBe(
    page(
      ".b:is(:where(.a):hover *):not(.c){color:red}",
      `<p class="a"><b class="b"></b><i class="c"></i></p>`,
    ),
  );
});

test("a class that a script names stays, with a rule or without", () => {
  const long = page(".flex{display:flex}", `<p class="flex needle"></p>`);
  expect(shortenClasses(long, new Set(["flex", "needle"]))).toBe(long);
});

test("a class of no rule and no script is removed, with an attribute that is then empty", () => {
  expect(shortenClasses(page(".flex{display:flex}", `<p class="lucide"></p>`), none)).toContain("<p></p>");
});

test('after 50 classes come names of two letters, none of them twice, none "ad", which ad blockers hide', () => {
  const names = Array.from({ length: 120 }, (_, index) => `class-${index}`);
  const styles = names.map((name, index) => `.${name}{top:${index}px}`).join("");
  const short = shortenClasses(page(styles, names.map((name) => `<p class="${name}"></p>`).join("")), none);
  const found = [...short.matchAll(/<p class="([a-zA-Z]+)">/g)].map(([, name]) => name);
  expect(new Set(found).size).toBe(120);
  expect(found).not.toContain("ad");
  expect(found[50]).toBe("aa");
});
