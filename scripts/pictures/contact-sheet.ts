import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { type Sheet, sheets } from "./sheets.ts";
import type { Camera } from "./shot.ts";

const docs = resolve(import.meta.dirname, "../../docs");
const folder = join(docs, "screenshots/contact-sheets");

/** Writes every sheet and the page that shows them; the single pictures stay in a folder of their own. */
export async function makeContactSheets(camera: Camera, singles: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const place of [folder, singles]) mkdirSync(place, { recursive: true });
  for (const sheet of sheets) {
    for (const shot of sheet.shots) await camera.take(shot, join(singles, fileOf(shot.name)));
    const html = join(singles, `${sheet.file}.html`);
    writeFileSync(html, pageOf(sheet));
    writeFileSync(join(folder, sheet.file), await camera.develop(html, sheetWidth));
    console.log(`${sheet.file}: ${sheet.shots.length} pictures`);
  }
  writeFileSync(join(docs, "contact-sheet.md"), listing);
}

const sheetWidth = 2000;

const fileOf = (name: string) => `${name.replaceAll(/[^\w]+/g, "-")}.png`;

const style = `
  body { margin: 0; padding: 20px; background: #9a9f93; font: 15px "Liberation Sans", Arial, sans-serif }
  ul { margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 20px; align-items: flex-start; list-style: none }
  li { display: grid; gap: 6px } img { display: block }`;

function pageOf({ shots, scale }: Sheet): string {
  return sheetOf(
    shots.map(({ name, width }) => ({ name, file: fileOf(name), width: Math.round(width * scale) })),
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

const listing = `# Contact sheets

Every public page at 360, 768 and 1440 px, some of them in dark mode, and what appears during use: menus, banner,
dialog, and forms while they send, fail and succeed. \`npm run screenshots -- contact-sheet\` takes them again from the built
site and keeps each screenshot at full size in \`var/screenshots\`.

${sheets.map(({ title, file }) => `## ${title}\n\n![${title}](screenshots/contact-sheets/${file})\n`).join("\n")}`;
