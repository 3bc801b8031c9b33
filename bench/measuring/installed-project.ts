import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { Missing } from "./bench.ts";
import type { Workbench } from "./workbench.ts";

/**
 * Installs what one bench alone needs, with a lock file of its own (`bench/<name>/project`). It stays from one run to the
 * next in `var`, which is nobody's to keep. Returns its folder, with the project's files as they are now.
 */
export async function installProject(bench: Workbench, name: string): Promise<string> {
  const source = resolve(import.meta.dirname, `../${name}/project`);
  const folder = resolve(import.meta.dirname, `../../var/bench-${name}`);
  const lock = readFileSync(join(source, "package-lock.json"), "utf8");
  const stamp = join(folder, "node_modules/.installed");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
    console.log(`Installing what ${name} needs...`);
    rmSync(folder, { recursive: true, force: true });
    cpSync(source, folder, { recursive: true });
    const npm = ["npm", "ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"];
    await bench
      .start("all", npm)
      .finished()
      .catch((cause: unknown) => {
        throw new Missing(`What ${name} needs could not be installed: npm needs its registry`, { cause });
      });
    writeFileSync(stamp, lock);
  }
  cpSync(source, folder, { recursive: true });
  return folder;
}
