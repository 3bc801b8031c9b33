#!/usr/bin/env bash
# npm stdnum 1.12.0 does not add the digits of each product for New Zealand banks 09, 26, 28 and 29, which the rule asks for
# (Inland Revenue, RWT and NRWT specification, algorithms E and G): it refuses right numbers. It also refuses Inland Revenue's
# own example, whose suffix has four digits. nz-bank-account-validator 0.0.4 follows the rule, but its package names a main file
# that does not exist, so it loads only by the path of the file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund stdnum@1.12.0 nz-bank-account-validator@0.0.4 > /dev/null
cat > try.cjs << 'JS'
const { stdnum } = require("stdnum");
const file = require("nz-bank-account-validator/lib/NZ-Bank-Account-Validator.js");
const rule = file.default ?? file;
const right = ["09-0000-0320884-003", "26-2600-0320873-003", "28-2100-0320873-003", "29-2150-0320873-003"];
const example = "26-2600-0320871-0032"; // Inland Revenue's, of algorithm G.
let loads = true;
try { require("nz-bank-account-validator"); } catch { loads = false; }
const seen = {
  "right numbers that stdnum takes": right.filter((one) => stdnum.NZ.bank.validate(one).isValid).length,
  "stdnum takes a suffix of four digits": stdnum.NZ.bank.validate(example).isValid,
  "right numbers that nz-bank-account-validator takes": right.filter((one) => rule.validate(one)).length,
  "it takes a suffix of four digits": rule.validate(example),
  "it loads by its name": loads,
};
console.log("stdnum 1.12.0, nz-bank-account-validator 0.0.4", seen);
process.exit(JSON.stringify(Object.values(seen)) === "[0,false,4,true,false]" ? 0 : 1);
JS
node try.cjs
