import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

import { buildTestApp, type TestApp } from "./build-test-app.ts";

/** A folder as the build leaves it, removed after the test. */
export async function builtSite(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-site-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** In the home page of the small site. */
export const inlineScript = "console.log('late start')";
const thanksPage = "<!doctype html><p>Your reference: QK-XXXXXX-XXXX</p>";

const smallSite = {
  "index.html": `<!doctype html><link rel="canonical" href="https://site-origin.invalid/"><script>${inlineScript}</script><h1>Home</h1>`,
  "thanks/index.html": thanksPage,
  "thanks/contact/index.html": `${thanksPage}<p>One business day`,
  "assets/app-abc123.js": "export {}",
  "robots.txt": "User-agent: *",
  "sitemap.xml": "<loc>https://site-origin.invalid/</loc>",
  "brands/honda/index.html": "<!doctype html><h1>Honda</h1>",
  "admin/index.html": "<!doctype html><h1>Desk</h1>",
  "admin-login/index.html": "<!doctype html><h1>Staff</h1>",
  ".env": "SECRET=1",
  "notes.md": "internal",
};

/** Serves a small site with a page of each sort, and files that are nobody's business. */
export async function serveSmallSite(environment: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  return buildTestApp({ siteFolder: await builtSite(smallSite), environment });
}
