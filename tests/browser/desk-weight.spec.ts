import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import * as v from "valibot";

import { expect, test } from "./site.ts";

const client = join(import.meta.dirname, "../../build/client");
const deskBar = 250_000;

const part = v.object({ module: v.string(), imports: v.optional(v.array(v.string()), []) });
const manifestSchema = v.object({ entry: part, routes: v.record(v.string(), part) });

/** The scripts that routes load: their own, and what these import. */
function scriptsOf(isWanted: (route: string) => boolean): Set<string> {
  const assets = join(client, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  const [, json = ""] = /=(\{.*\});?\s*$/s.exec(readFileSync(join(assets, name), "utf8")) ?? [];
  const { entry, routes } = v.parse(manifestSchema, JSON.parse(json));
  const wanted = Object.entries(routes).filter(([route]) => route === "root" || isWanted(route));
  const parts = [entry, ...wanted.map(([, loaded]) => loaded)];
  return new Set([`/assets/${name}`, ...parts.flatMap(({ module, imports }) => [module, ...imports])]);
}

test("the scripts of the desk fit into 250 kB", () => {
  const bytes = [...scriptsOf((route) => route.startsWith("desk/"))].map(
    (path) => statSync(join(client, `${path}.br`)).size,
  );
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(deskBar);
});
