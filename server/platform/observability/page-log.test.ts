import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";

async function folderWith(...pages: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-log-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const page of pages) {
    await mkdir(join(folder, page), { recursive: true });
    await writeFile(join(folder, page, "index.html"), "<!doctype html><h1>Page</h1>");
  }
  return folder;
}

test("every page that is served has a line in the log, with nothing that the visitor wrote", async () => {
  const app = await buildTestApp({ siteFolder: await folderWith("about", "brands/honda") });
  const etag = (await app.fetch("/about?make=secret")).headers.get("etag") ?? "";
  await app.fetch("/about", { headers: { "if-none-match": etag } });
  await app.fetch('/brands/secret"}', { method: "HEAD" });
  await app.fetch("/about", { method: "DELETE" });
  await app.stop();
  const lines = app.logLines.filter(({ msg }) => msg === "page");
  const pages = [
    ["GET", "/about", 200],
    ["GET", "/about", 304],
    ["HEAD", "/brands/honda", 200],
    ["DELETE", "/about", 405],
  ].map(([method, path, status]) => ({ method, path, status }));
  expect(lines).toEqual(pages.map((page) => expect.objectContaining(page)));
  expect(JSON.stringify(app.logLines)).not.toContain("secret");
});
