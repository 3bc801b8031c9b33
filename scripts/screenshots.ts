import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { SiteProcess } from "#tests/browser/site-process.ts";

import { allVisitors } from "./demo/visitors.ts";
import { makeContactSheets } from "./pictures/contact-sheet.ts";
import { makeJourneySheet } from "./pictures/journey-sheet.ts";
import { readmeShots } from "./pictures/readme-shots.ts";
import { Camera } from "./pictures/shot.ts";

const usage = `Pictures of the real server, filled with made-up data; needs built pages (npm run build).

  npm run screenshots                     renews the pictures of README.md
  npm run screenshots -- contact-sheet    renews docs/contact-sheet.md
  npm run screenshots -- journey          renews the picture of a deal from request to parcel`;

const root = resolve(import.meta.dirname, "..");

const singles = join(root, "var/screenshots");
const jobs: Readonly<Record<string, (camera: Camera, site: SiteProcess) => Promise<void>>> = {
  readme: takeReadmePictures,
  "contact-sheet": (camera) => makeContactSheets(camera, singles),
  journey: (camera, site) => makeJourneySheet(camera, site, singles),
};

const job = jobs[process.argv[2] ?? "readme"];
if (job === undefined) {
  console.error(usage);
  process.exit(2);
}
await withFilledSite(job);

async function takeReadmePictures(camera: Camera): Promise<void> {
  const folder = join(root, "docs/screenshots");
  mkdirSync(folder, { recursive: true });
  for (const shot of readmeShots) await camera.take(shot, join(folder, `${shot.name}.png`));
  console.log(`Screenshots are in ${folder}`);
}

async function withFilledSite(use: (camera: Camera, site: SiteProcess) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "quadkea-screenshots-"));
  const site = new SiteProcess(dataDir);
  await site.start();
  const camera = await Camera.open(site);
  try {
    for (const visitors of allVisitors) await site.add(visitors, Math.ceil(0.6 * visitors.percent));
    await use(camera, site);
  } finally {
    await camera.close();
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
