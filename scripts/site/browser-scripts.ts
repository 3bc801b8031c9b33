import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { build, type Rolldown } from "vite";

import { root } from "../setup.mjs";

/** A module that a page names as its script (app/shared/document/inline-scripts.tsx). */
const namedModule = /"(\/app\/site\/[^"]+\.tsx?)"/g;
const notices = "licences.txt";

/** Builds the scripts that the built pages name, and writes the built files' names into the pages. */
export async function buildBrowserScripts(folder: string): Promise<void> {
  const pages = pagesIn(folder).map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const named = new Set(
    pages.flatMap(({ text }) => [...text.matchAll(namedModule)].map(([, name = ""]) => name)),
  );
  const built = new Map<string, string>();
  for (const together of groupsOf([...named])) {
    const output = await buildTogether(together, folder);
    for (const name of together)
      built.set(
        name,
        loadedFor(name, output)
          .map((path) => `"${path}"`)
          .join(),
      );
  }
  for (const { file, text } of pages) {
    const filled = text.replaceAll(namedModule, (_, name: string) => built.get(name) ?? "");
    if (filled !== text) writeFileSync(file, filled);
  }
}

/** Pages of our server name these: the scripts by their content, the service worker by one name for ever. */
export async function buildPhotoScripts(folder: string): Promise<void> {
  // One file each: the worker keeps the photo page's.
  for (const name of ["photos", "send-on"])
    await buildTogether([`app/photos/${name}.ts`], folder, `assets/deal-${name}-[hash].js`);
  await buildTogether(["app/photos/api/photo-worker.ts"], folder, "photo-worker.js");
}

function pagesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".html")).map((name) => join(folder, name));
}

/** What uses React shares its files; the others are one file each. */
function groupsOf(modules: readonly string[]): string[][] {
  const withReact = modules.filter((name) => name.endsWith(".tsx"));
  const alone = modules.filter((name) => !name.endsWith(".tsx"));
  return [...alone.map((name) => [name]), withReact];
}

async function buildTogether(modules: readonly string[], folder: string, fileName?: string) {
  const earlier = readFileSync(join(folder, notices), "utf8");
  const { output } = (await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "error",
    build: {
      outDir: folder,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      license: { fileName: notices },
      rolldownOptions: {
        input: modules.map((name) => join(root, name)),
        output: {
          entryFileNames: ({ facadeModuleId }) =>
            fileName ?? `assets/${nameOf(facadeModuleId ?? "")}-[hash].js`,
          chunkFileNames: "assets/[name]-[hash].js",
          codeSplitting: { groups: [{ name: "forms", minShareCount: 2 }] },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  joinNotices(join(folder, notices), earlier);
  return output;
}

/** Builds the module with which our server renders a form that it has refused, with all that it imports. */
export async function buildFormRenderer(folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: { ssr: join(root, "app/site/submission/render-form.tsx"), outDir: folder, minify: true },
  });
}

/** `browser.tsx` is named after its folder. */
function nameOf(module: string): string {
  return /([^/]+?)(?:\/browser)?\.tsx?$/.exec(module)?.[1] ?? "script";
}

/** The files of a module, with what they import, so that they arrive together. */
function loadedFor(module: string, output: Rolldown.RolldownOutput["output"]): string[] {
  const entry = output.find((one) => one.type === "chunk" && one.facadeModuleId === join(root, module));
  if (entry?.type !== "chunk") throw new Error(`${module} was not built`);
  return [...entry.imports, entry.fileName].map((name) => `/${name}`);
}

/** One section for each library, whichever script it is in. */
function joinNotices(file: string, earlier: string): void {
  const sections = [earlier, readFileSync(file, "utf8")].flatMap((text) => text.split(/^(?=## )/m));
  writeFileSync(file, [...new Set(sections.map((section) => `${section.trim()}\n`))].join("\n"));
}
