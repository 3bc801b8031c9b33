import { expect, test } from "vitest";

import { advisoryProblems, lockProblems } from "#scripts/dependencies.mjs";

const sound = { integrity: "sha512-x", license: "MIT" };

test("a package without an integrity hash is named, in production and among the build tools", () => {
  const packages = {
    "": {},
    "node_modules/sound": sound,
    "node_modules/loose": { license: "MIT" },
    "node_modules/@tailwindcss/oxide-win32-x64-msvc": { license: "MIT", dev: true, optional: true },
    "node_modules/sound/node_modules/part": { license: "MIT", inBundle: true },
  };
  expect(lockProblems(packages)).toEqual([
    "node_modules/loose has no integrity hash",
    "node_modules/@tailwindcss/oxide-win32-x64-msvc has no integrity hash",
  ]);
});

test("only binaries of the linter and its like may lack a hash, and only as optional development packages", () => {
  const name = "node_modules/@oxlint/binding-win32-x64-msvc";
  expect(lockProblems({ [name]: { dev: true, optional: true } })).toEqual([]);
  expect(lockProblems({ [name]: { license: "MIT" } })).toEqual([`${name} has no integrity hash`]);
});

test("a licence outside the allow-list is named; one allowed licence among several is enough, and sharp's library may be LGPL", () => {
  const packages = {
    "node_modules/free": { ...sound, license: "(MIT OR GPL-3.0)" },
    "node_modules/both": { ...sound, license: "(ISC AND CC-BY-3.0)" },
    "node_modules/copyleft": { ...sound, license: "AGPL-3.0" },
    "node_modules/half": { ...sound, license: "(MIT AND GPL-3.0)" },
    "node_modules/silent": { integrity: "sha512-x" },
    "node_modules/@img/sharp-linux-x64": { ...sound, license: "Apache-2.0 AND LGPL-3.0-or-later" },
    "node_modules/linked": { ...sound, license: "LGPL-3.0-or-later" },
  };
  expect(lockProblems(packages)).toEqual([
    "node_modules/copyleft has the licence AGPL-3.0",
    "node_modules/half has the licence (MIT AND GPL-3.0)",
    "node_modules/silent has the licence none",
    "node_modules/linked has the licence LGPL-3.0-or-later",
  ]);
});

test("a known vulnerability is named; an advisory source that cannot be reached is not a clean result", () => {
  const found = { vulnerabilities: { leaky: { severity: "high", range: "<2.0.0" } } };
  expect(advisoryProblems(JSON.stringify(found))).toEqual(["leaky <2.0.0 has a known vulnerability (high)"]);
  expect(advisoryProblems(JSON.stringify({ vulnerabilities: {} }))).toEqual([]);
  expect(advisoryProblems(JSON.stringify({ message: "405 Method Not Allowed" }))).toBeNull();
});
