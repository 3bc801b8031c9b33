import { expect, test } from "vitest";

import { withLateStart } from "./late-start.tsx";

const page = `<script>window.__reactRouterContext = {};</script><link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/react.js"/><link rel="modulepreload" href="/assets/root.js"/><script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";

  window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script><script>window.__reactRouterContext.end();</script>`;

test("the modules are fetched by a starter instead of the parser; they run one after the other, what the page said to the router comes before React's entry", () => {
  const late = withLateStart(page, "idle");
  expect(late).not.toMatch(/<link|type="module"/);
  const turns = ["manifest", "react", "root"].map((name) => `.then(()=>import("/assets/${name}.js"))`);
  expect(late).toContain(
    `${turns.join("")}.then(()=>Promise.all([import("/assets/root.js")])).then(([route0])=>{window.__reactRouterContext = {};window.__reactRouterContext.end();window.__reactRouterRouteModules = {"root":route0};`,
  );
  expect(late).toMatch(/import\("\/assets\/entry\.js"\);\}\),"idle"\)<\/script><script><\/script>$/);
  expect(late).toMatch(/^<script><\/script><script>/);
});

test("scripts of another shape are an error, not a page that never starts", () => {
  expect(() => withLateStart("<p>no scripts</p>", "idle")).toThrow(/late-start\.ts/);
});
