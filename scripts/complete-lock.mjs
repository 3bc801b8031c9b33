// `node scripts/complete-lock.mjs [folder]`, after adding or updating a dependency: adds to package-lock.json the binaries
// for other platforms that the registry in use does not offer. npm leaves those out, and `npm ci` then refuses the file.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./project.mjs";

const systems = {
  darwin: /darwin/,
  win32: /win/,
  linux: /linux/,
  freebsd: /freebsd/,
  openharmony: /openharmony/,
};
const processors = {
  wasm32: /wasm32/,
  arm64: /arm64|aarch64/,
  arm: /arm/,
  ppc64: /ppc64/,
  riscv64: /riscv64/,
  s390x: /s390x/,
  ia32: /ia32/,
  x64: /x64/,
};

/** The first key whose pattern fits, as npm lists it. */
function firstMatch(/** @type {Record<string, RegExp>} */ patterns, /** @type {string} */ name) {
  const found = Object.entries(patterns).find(([, pattern]) => pattern.test(name));
  return found === undefined ? [] : [found[0]];
}

function libraryOf(/** @type {string} */ name) {
  if (name.includes("musl")) return ["musl"];
  return /linux.*-gnu$/.test(name) ? ["glibc"] : [];
}

/** @typedef {{ version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }} Locked */

/** The lock file's entry for a platform package, from its name. */
function entryFor(/** @type {string} */ name, /** @type {string} */ version, /** @type {Locked} */ parent) {
  const tail = name.slice(name.lastIndexOf("/") + 1);
  const limits = {
    cpu: firstMatch(processors, tail),
    libc: libraryOf(tail),
    os: firstMatch(systems, tail.replace("darwin", "darwin ")),
  };
  const given = Object.entries(limits).filter(([, values]) => values.length > 0);
  return { version, ...(parent.dev ? { dev: true } : {}), optional: true, ...Object.fromEntries(given) };
}

const [folder = root] = process.argv.slice(2);
const file = join(folder, "package-lock.json");
const lock = /** @type {{ packages: Record<string, Locked> }} */ (JSON.parse(readFileSync(file, "utf8")));
const { packages } = lock;
/** @type {[string, Locked][]} */
const missing = Object.entries(packages).flatMap(([place, parent]) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(
      ([name]) =>
        place !== "" && !packages[`${place}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    )
    .map(
      ([name, version]) =>
        /** @type {[string, Locked]} */ ([`node_modules/${name}`, entryFor(name, version, parent)]),
    ),
);
const complete = { ...packages, ...Object.fromEntries(missing) };
lock.packages = Object.fromEntries(
  Object.entries(complete).toSorted(([one], [other]) => one.localeCompare(other, "en")),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} platform packages added to package-lock.json`);
