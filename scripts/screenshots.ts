import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

import type { SiteProcess } from "#tests/browser/site-process.ts";

import { makeContactSheets, makeDeskSheets } from "./pictures/contact-sheet.ts";
import { addVisitors, addWork, withSite } from "./pictures/filled-site.ts";
import { makeJourneySheet } from "./pictures/journey-sheet.ts";
import { readmeShots } from "./pictures/readme-shots.ts";
import { Camera } from "./pictures/shot.ts";

const usage = `Pictures of the real server, filled with made-up data; needs built pages (npm run build).

  npm run screenshots                     renews the pictures of README.md
  npm run screenshots -- contact-sheet    renews docs/contact-sheet.md; with "desk" or "visitor", only those sheets
  npm run screenshots -- desk 768 1280    makes sheets of the desk in var/screenshots, at these widths or at all
  npm run screenshots -- journey          renews the picture of a deal from request to parcel`;

const root = resolve(import.meta.dirname, "..");
const singles = join(root, "var/screenshots");
const [jobName = "readme", ...rest] = process.argv.slice(2);

interface Job {
  readonly camera: Camera;
  readonly site: SiteProcess;
  readonly dataDir: string;
}

const jobs: Readonly<Record<string, (job: Job) => Promise<void>>> = {
  readme: takeReadmePictures,
  "contact-sheet": async ({ camera, site, dataDir }) =>
    makeContactSheets(camera, await addWork(site, dataDir), { singles, start: rest[0] ?? "" }),
  desk: async ({ camera, site, dataDir }) =>
    makeDeskSheets(camera, await addWork(site, dataDir), { singles, widths: rest.map(Number) }),
  async journey({ camera, site }) {
    await addVisitors(site);
    await makeJourneySheet(camera, site, singles);
  },
};

const run = jobs[jobName];
if (run === undefined) {
  console.error(usage);
  process.exit(2);
}
await withSite(async (site, dataDir) => {
  const camera = await Camera.open(site);
  try {
    await run({ camera, site, dataDir });
  } finally {
    await camera.close();
  }
});

async function takeReadmePictures({ camera, site, dataDir }: Job): Promise<void> {
  await addWork(site, dataDir);
  const folder = join(root, "docs/screenshots");
  mkdirSync(folder, { recursive: true });
  for (const shot of readmeShots) await camera.take(shot, (name) => join(folder, `${name}.png`));
  console.log(`Screenshots are in ${folder}`);
}
