import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { installProject } from "../measuring/installed-project.ts";
import type { Workbench } from "../measuring/workbench.ts";
import { siteFolder } from "../pages/built-site.ts";

/** Where Astro puts a style sheet of this size by default, and where we put ours. */
export const styleSheets = { linked: "auto", inlined: "always" } as const;
export type StyleSheet = keyof typeof styleSheets;

/** Astro's own build of our home page: the same markup, style sheet and fonts, and no script of a framework. */
export async function buildReference(bench: Workbench, sheet: StyleSheet): Promise<string> {
  const project = await installProject(bench, "astro");
  takePageApart(join(project, "src/page"));
  copyFiles(join(project, "public"));
  const out = join(project, `dist-${sheet}`); // Astro moves files to it, which must not cross file systems.
  rmSync(out, { recursive: true, force: true });
  const settings = { OUT_DIR: out, STYLES: styleSheets[sheet], ASTRO_TELEMETRY_DISABLED: "1" };
  await bench.start("all", ["npm", "run", "--prefix", project, "build"], settings).finished();
  compressStyleSheets(out);
  return out;
}

const scripts = /<script(?! type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g;
const style = /<style>([\s\S]*?)<\/style>/;

/** Our built home page without its scripts: head, body and style sheet, as Astro takes them. */
function takePageApart(folder: string): void {
  const page = readFileSync(join(siteFolder, "index.html"), "utf8").replaceAll(scripts, "");
  const part = (pattern: RegExp) => pattern.exec(page)?.[1] ?? fail(`${pattern} is not in our page`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "head.html"), part(/<head>([\s\S]*)<\/head>/).replace(style, ""));
  writeFileSync(join(folder, "body.html"), part(/<body>([\s\S]*)<\/body>/));
  writeFileSync(join(folder, "site.css"), part(style));
}

function fail(problem: string): never {
  throw new Error(problem);
}

/** Fonts, icons and other files next to the page, under the same addresses; not our pages and scripts. */
function copyFiles(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(siteFolder, folder, {
    recursive: true,
    filter: (file) => !/\.(?:html|js)(?:\.br|\.gz)?$/.test(file),
  });
}

/** As `npm run build` does for ours. Pages are compressed by the server. */
function compressStyleSheets(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of names.filter((one) => extname(one) === ".css")) {
    const file = join(folder, name);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}
