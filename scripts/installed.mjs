import { readFileSync } from "node:fs";
import { join } from "node:path";

import { run } from "./child.mjs";
import { nodePackage } from "./pinned-node.mjs";
import { fail, root } from "./project.mjs";

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage */

function packagesIn(/** @type {string} */ lockFile) {
  const lock = /** @type {{ packages: Record<string, LockedPackage> }} */ (
    JSON.parse(readFileSync(join(root, lockFile), "utf8"))
  );
  return lock.packages;
}

/** True when node_modules holds what package-lock.json asks for, however it got there. */
function isInstalled() {
  const wanted = packagesIn("package-lock.json");
  try {
    // npm writes this file last, so an interrupted installation has none.
    const present = packagesIn("node_modules/.package-lock.json");
    return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
      if (path === "" || (optional && path !== `node_modules/${nodePackage}`)) return true;
      return present[path]?.version === version && present[path]?.integrity === integrity;
    });
  } catch {
    return false;
  }
}

/**
 * The command that runs npm with these arguments: the npm that started us, if there is one. Its Node is not our
 * own execPath, which may be the pinned Node that npm is about to replace.
 *
 * @param {string[]} args
 */
export function npmCommand(args) {
  const npm = process.env.npm_execpath;
  if (!npm?.endsWith(".js")) return ["npm", ...args];
  return [process.env.npm_node_execpath ?? process.execPath, npm, ...args];
}

/** Installs the dependencies, tools included, unless they are there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log("Installing dependencies...");
  const [command = "", ...args] = npmCommand([
    "ci",
    "--include=dev",
    "--include=optional",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
  ]);
  const code = await run(command, args, {
    cwd: root,
    shell: command === "npm" && process.platform === "win32",
  });
  if (code !== 0) fail("Could not install the dependencies (npm ci failed, see above).");
}
