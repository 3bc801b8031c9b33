import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { fail, root } from "./project.mjs";

/** With everything that we use of Node: `randomUUIDv7` is the newest. */
const oldest = "24.16";
const system = process.platform === "win32" ? "win" : process.platform;

/** The optional dependency that carries Node for this machine, as package.json pins it. */
export const nodePackage = `node-${system}-${process.arch}`;

const packaged = join(root, "node_modules", nodePackage, "bin", system === "win" ? "node.exe" : "node");

/** Path of the Node that runs this project: the pinned one, else this one if it is new enough. */
export function pinnedNode() {
  if (existsSync(packaged)) return packaged;
  if (isNewEnough(process.versions.node)) return process.execPath;
  return fail(
    `Node ${oldest} or newer is needed and ${nodePackage} could not be installed; this is Node ${process.versions.node}.`,
  );
}

function isNewEnough(/** @type {string} */ version) {
  return oldest.localeCompare(version, "en", { numeric: true }) <= 0;
}

/** The environment in which the project's tools find each other, and run under the pinned Node. */
export function toolEnvironment() {
  const paths = [join(root, "node_modules", ".bin"), dirname(pinnedNode()), process.env.PATH];
  return { ...process.env, PATH: paths.join(delimiter) };
}

/**
 * On a small box, memory matters: V8 collects old objects before the heap has grown by more than half, which saves 50 MB,
 * and keeps less room for new ones. With 4 MB of it instead of 16, a submission takes a sixth more of the processor's time.
 */
export const serverFlags = ["--max-semi-space-size=16", "--heap-growing-percent=50"];

/** Two pools of glibc instead of eight for each core: what one thread has freed, another can use (20 MB less). */
export const serverEnvironment = { MALLOC_ARENA_MAX: "2" };

/** Arguments for the pinned Node that run one of our programs, with the settings of `.env` if there is one. */
export function program(/** @type {string} */ file) {
  return existsSync(join(root, ".env")) ? ["--env-file=.env", file] : [file];
}
