import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const frame = "stock/index.html";
const stocked = "with-stock";

/** Writes each page a second time, as it is while parts are in stock. Our server chooses. */
export function writeStockedPages(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".html")) continue;
    const file = join(folder, name);
    const page = readFileSync(file, "utf8");
    const without = page.replaceAll(/<if-stock>.*?<\/if-stock>|<\/?if-no-stock>/gs, "");
    if (without === page) continue;
    const withStock = page.replaceAll(/<if-no-stock>.*?<\/if-no-stock>|<\/?if-stock>/gs, "");
    mkdirSync(dirname(join(folder, stocked, name)), { recursive: true });
    writeFileSync(join(folder, stocked, name), withStock);
    writeFileSync(file, without);
  }
  rmSync(join(folder, frame));
}

/** Moves them out of the folder of what is served as it is. */
export function moveStockedPages(folder: string): void {
  rmSync(join(folder, "..", stocked), { recursive: true, force: true });
  renameSync(join(folder, stocked), join(folder, "..", stocked));
}
