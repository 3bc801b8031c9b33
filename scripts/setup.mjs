import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Ends the process with one line that says what is wrong and what to do.
 *
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** The optional dependency that carries Node for this machine; npm puts it in front of every other Node. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const oldest = [24, 16];

/** Path of the Node that runs this project: the one in node_modules, else this one if it is new enough. */
export function nodePath() {
  const program = process.platform === "win32" ? "node.exe" : "node";
  const packaged = join(root, "node_modules", nodePackage, "bin", program);
  if (existsSync(packaged)) return packaged;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = oldest;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return process.execPath;
  return fail(`Node ${oldest.join(".")} or newer is needed; this is ${process.versions.node}.`);
}

/** Arguments for Node that run one of our programs, with the settings of `.env` if there is one. */
export const program = (/** @type {string} */ file) => ["--env-file-if-exists=.env", file];

/** @typedef {{ packages: Record<string, { integrity?: string, optional?: boolean }> }} LockFile */

function packagesIn(/** @type {string} */ file) {
  if (!existsSync(join(root, file))) return {};
  return /** @type {LockFile} */ (JSON.parse(readFileSync(join(root, file), "utf8"))).packages;
}

/** True when node_modules holds what package-lock.json asks for. npm writes its list last, so an interrupted installation has none. */
function isInstalled() {
  const present = packagesIn("node_modules/.package-lock.json");
  return Object.entries(packagesIn("package-lock.json")).every(([path, { integrity, optional }]) => {
    if (path === "" || (optional && path !== `node_modules/${nodePackage}`)) return true;
    return path in present && present[path]?.integrity === integrity;
  });
}

/** Installs the dependencies, tools included, unless they are there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log("Installing dependencies...");
  const npm = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  if ((await run("npm", npm, { shell: process.platform === "win32" })) !== 0)
    fail("Could not install the dependencies (npm ci failed, see above).");
}

/**
 * Runs a command to its end, in the project's folder, and returns its exit code. A signal to us goes to the command, and
 * ends us with 0 if the command then ended as asked.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
  let asked = false;
  const signals = /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]);
  const stop = () => {
    asked = true;
    child.kill("SIGTERM");
  };
  for (const signal of signals) process.on(signal, stop);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      for (const name of signals) process.off(name, stop);
      if (asked) process.exit(signal === "SIGTERM" || code === 143 ? 0 : (code ?? 1));
      resolve(code ?? 1);
    });
  });
}
