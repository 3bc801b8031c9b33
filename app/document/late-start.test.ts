import { expect, test } from "vitest";

import { withLateStart } from "./late-start.ts";

const page = `<link rel="modulepreload" href="/assets/root.js"/><script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";

  window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script>`;

test("the modules are fetched by a starter instead of the parser", () => {
  const late = withLateStart(page, "idle");
  expect(late).not.toMatch(/<link|type="module"/);
  expect(late).toContain(
    'Promise.all([import("/assets/manifest.js")]).then(()=>Promise.all([import("/assets/root.js")])).then(([route0])=>{window.__reactRouterRouteModules = {"root":route0};',
  );
  expect(late).toMatch(/\["\/assets\/root\.js"\],.*,"idle"\)<\/script>$/s);
});

test("scripts of another shape are an error, not a page that never starts", () => {
  expect(() => withLateStart("<p>no scripts</p>", "idle")).toThrow(/late-start\.ts/);
});
