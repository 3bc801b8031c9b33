import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { dealSheets } from "./deal-sheets.ts";
import { deskSheets, deskWidths } from "./desk-sheets.ts";
import type { ShownRecords } from "./filled-site.ts";
import { publicSheets, type Sheet } from "./sheets.ts";
import type { Camera } from "./shot.ts";

const docs = resolve(import.meta.dirname, "../../docs");
const keptSheets = join(docs, "screenshots/contact-sheets");

/** The desk is kept at two widths; the others are made to be looked at. */
const keptWidths = [360, 1440];

interface KeptSheets {
  readonly singles: string;
  /** Renews only the sheets whose names begin so; with an empty text, all. */
  readonly start: string;
}

/** Writes the sheets and the page that shows them all; the single pictures stay in a folder of their own. */
export async function makeContactSheets(
  camera: Camera,
  records: ShownRecords,
  { singles, start }: KeptSheets,
): Promise<void> {
  if (start === "") rmSync(keptSheets, { recursive: true, force: true });
  const sheets = [...publicSheets, ...dealSheets(records.deals), ...deskSheets(records, keptWidths)];
  const wanted = sheets.filter(({ file }) => file.startsWith(start));
  await makeSheets(camera, wanted, { folder: keptSheets, singles });
  writeFileSync(join(docs, "contact-sheet.md"), listingOf(sheets));
}

/** Writes the sheets of the desk at these widths, or at every one, next to their pictures. */
export function makeDeskSheets(
  camera: Camera,
  records: ShownRecords,
  { singles, widths }: { readonly singles: string; readonly widths: readonly number[] },
): Promise<void> {
  const sheets = deskSheets(records, widths.length === 0 ? deskWidths : widths);
  return makeSheets(camera, sheets, { folder: singles, singles });
}

interface Folders {
  readonly folder: string;
  readonly singles: string;
}

async function makeSheets(camera: Camera, sheets: readonly Sheet[], { folder, singles }: Folders) {
  for (const place of [folder, singles]) mkdirSync(place, { recursive: true });
  for (const sheet of sheets) {
    const shots = sheet.isDark === true ? [] : sheet.shots;
    for (const shot of shots) await camera.take(shot, (name) => join(singles, fileOf(name)));
    const html = join(singles, `${sheet.file}.html`);
    writeFileSync(html, pageOf(sheet));
    writeFileSync(join(folder, sheet.file), await camera.develop(html, sheetWidth));
    console.log(`${sheet.file}: ${sheet.shots.length} pictures`);
  }
}

const sheetWidth = 2000;

const fileOf = (name: string) => `${name.replaceAll(/[^\w]+/g, "-")}.png`;

const style = `
  body { margin: 0; padding: 20px; background: #9a9f93; font: 15px "Liberation Sans", Arial, sans-serif }
  ul { margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 20px; align-items: flex-start; list-style: none }
  li { display: grid; gap: 6px } img { display: block }`;

function pageOf({ shots, scale, isDark = false }: Sheet): string {
  return sheetOf(
    shots.map(({ name: inTheLight, nameInTheDark = inTheLight, width }) => {
      const name = isDark ? nameInTheDark : inTheLight;
      return { name, file: fileOf(name), width: Math.round(width * scale) };
    }),
  );
}

/** A page of pictures with their names; the files are in its folder. */
export function sheetOf(
  pictures: readonly { readonly name: string; readonly file: string; readonly width: number }[],
): string {
  const items = pictures.map(
    ({ name, file, width }) => `<li>${name}<img src="${file}" width="${width}" alt=""></li>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><ul>${items.join("")}</ul>`;
}

const listingOf = (sheets: readonly Sheet[]) => `# Contact sheets

Every public page and the visitor's page of a deal at 360, 768 and 1440 px, some of them in dark mode, and what appears
during use: menus, banner, dialog, and forms while they send, fail and succeed. Every screen of the desk at 360 and
1440 px, light and dark. \`npm run screenshots -- contact-sheet\` takes them again from the built site and keeps each
screenshot at full size in \`var/screenshots\`; \`npm run screenshots -- desk\` makes sheets of the desk there, at 360, 768,
1280, 1440 and 1920 px.

${sheets.map(({ title, file }) => `## ${title}\n\n![${title}](screenshots/contact-sheets/${file})\n`).join("\n")}`;
