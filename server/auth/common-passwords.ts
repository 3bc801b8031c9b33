import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const file = join(import.meta.dirname, "common-passwords.txt.gz");

let loaded: ReadonlySet<string> | undefined;

/**
 * Passwords that people choose most often, in lower case, the most common first: 43,804 of twelve and more
 * characters, and 20,000 shorter ones that longer passwords are made of. From SecLists (MIT licence,
 * Daniel Miessler), see docs/decisions/056-signing-in-under-attack.md.
 */
export function commonPasswords(): ReadonlySet<string> {
  loaded ??= new Set(gunzipSync(readFileSync(file)).toString().trimEnd().split("\n"));
  return loaded;
}
