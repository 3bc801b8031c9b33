import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { onBothEngines, onPostgresOnly } from "./on-both-engines.ts";

const root = join(import.meta.dirname, "..");

/** Text of each guide by its path. */
async function guides(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const file of glob("{*,docs/**/*,bench/*,deploy/*,tests/*}.md", { cwd: root })) {
    found.set(file, await readFile(join(root, file), "utf8"));
  }
  return found;
}

/** As GitHub makes them from headings. */
const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );

test("every link of the guides leads somewhere", async () => {
  const texts = await guides();
  const broken = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)/g)]
      .filter(([, path = "", anchor]) => {
        const target = path === "" ? file : join(dirname(file), path);
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && !anchorsIn(texts.get(target) ?? "").includes(anchor);
      })
      .map(([link]) => `${file}: ${link}`),
  );
  expect(texts.size).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

test("every path that the guides name is there", async () => {
  const texts = await guides();
  const missing = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/`((?:app|domain|server|tests|scripts|bench|docs|deploy)\/[\w./-]*)`/g)]
      .map(([, path = ""]) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test("every test that is listed for PostgreSQL is there", () => {
  expect([...onBothEngines, ...onPostgresOnly].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
