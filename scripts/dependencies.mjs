import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./setup.mjs";
import { capture } from "./steps.mjs";

/** Licences that ask for no more than a notice, or, with MPL-2.0, for changes to the library's own files. */
const allowedLicences = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-3.0",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/**
 * Binaries of sharp. They hold libvips as a shared library of its own, for which the LGPL asks no more than a notice and that it can be
 * replaced: in node_modules it can.
 */
const sharedLibrary = { path: /^node_modules\/@img\/sharp-/, licence: "LGPL-3.0-or-later" };

/**
 * Entries that may come without an integrity hash: platform binaries of the linter, the formatter and the
 * dead-code finder, of which the registry in use may lack some. They never run in production, nor when the
 * pages are built.
 */
const toolBinary = /^node_modules\/@(?:oxc-parser|oxfmt|oxlint|oxlint-tsgolint)\//;

/** Packages whose package.json names no licence: their LICENSE or Readme file was read, in this version. */
const licencesRead = new Map([
  ["node_modules/png-js", { version: "2.0.0", licence: "MIT" }],
  ["node_modules/combine-errors", { version: "3.0.3", licence: "MIT" }],
]);

/** @typedef {{ version?: string, integrity?: string, inBundle?: boolean, license?: string, dev?: boolean, optional?: boolean }} Locked */

function isAllowed(/** @type {string} */ path, /** @type {string} */ licence) {
  const choices = licence.replaceAll(/[()]/g, "").split(" OR ");
  const mayLoad = sharedLibrary.path.test(path);
  const isFine = (/** @type {string} */ one) =>
    allowedLicences.has(one) || (mayLoad && one === sharedLibrary.licence);
  return choices.some((choice) => choice.split(" AND ").every(isFine));
}

/**
 * What is wrong with the packages of a lock file, one sentence each. Every package needs an integrity hash,
 * unless it is part of another package's file, and a licence from the list above.
 *
 * @param {Record<string, Locked>} packages
 */
export function lockProblems(packages) {
  return Object.entries(packages).flatMap(([path, locked]) => {
    const { version, integrity, inBundle, license, dev, optional } = locked;
    if (path === "" || (toolBinary.test(path) && dev && optional && integrity === undefined)) return [];
    const read = licencesRead.get(path);
    const licence = license ?? (read?.version === version ? read?.licence : undefined) ?? "none";
    return [
      ...(integrity === undefined && inBundle !== true ? [`${path} has no integrity hash`] : []),
      ...(isAllowed(path, licence) ? [] : [`${path} has the licence ${licence}`]),
    ];
  });
}

/** @typedef {{ vulnerabilities?: Record<string, { severity: string, range: string }> }} AuditReport */

/**
 * The known vulnerabilities in a report of `npm audit --json`, one sentence each. Returns null if the report
 * holds an error instead, because no source of advisories could be reached.
 *
 * @param {string} json
 */
export function advisoryProblems(json) {
  const { vulnerabilities } = /** @type {AuditReport} */ (JSON.parse(json));
  if (vulnerabilities === undefined) return null;
  return Object.entries(vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range} has a known vulnerability (${severity})`,
  );
}

async function knownVulnerabilities() {
  const audit = ["npm", "audit", "--omit=dev", "--json", "--fetch-timeout=10000", "--fetch-retries=0"];
  const { output } = await capture(audit);
  try {
    return advisoryProblems(output);
  } catch {
    return null;
  }
}

/** Checks licences, integrity hashes and known vulnerabilities; prints what is wrong. Returns whether all is well. */
export async function checkDependencies() {
  const text = readFileSync(join(root, "package-lock.json"), "utf8");
  const { packages } = /** @type {{ packages: Record<string, Locked> }} */ (JSON.parse(text));
  const advisories = await knownVulnerabilities();
  if (advisories === null) console.log("note   no source of security advisories could be reached");
  const problems = [...lockProblems(packages), ...(advisories ?? [])];
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
}
