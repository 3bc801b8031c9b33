import { expect, test } from "vitest";

import { passwordMinLength } from "#domain/accounts.ts";
import { business } from "#domain/business.ts";

import { commonPasswords } from "./common-passwords.ts";
import { passwordProblem } from "./password-policy.ts";

const leet = (text: string) => text.toLowerCase().replaceAll("a", "4").replaceAll("e", "3");

const email = "aroha.ngata@farm.example";

test.for([
  ["elevenchars", /at least 12/],
  ["x".repeat(1025), /too long/],
  ["password1234", /tried first/],
  ["Password12345!", /tried first/],
  ["P@ssw0rd2026!!", /tried first/],
  ["qwertyuiop123", /tried first/],
  ["1qaz2wsx3edc4rfv", /tried first/],
  ["zaq1xsw2cde3vfr4", /tried first/],
  ["123456789012", /tried first/],
  ["827364519283", /tried first/],
  ["aaaaaaaaaaaaaaaa", /tried first/],
  ["abcdefghijklmnop", /tried first/],
  ["tigertigertiger", /tried first/],
  ["iloveyou4ever!", /tried first/],
  ["correcthorsebatterystaple", /tried first/],
  ["Manchester United 1999", /tried first/],
  ["AllBlacks-2027!!", /tried first/],
  ["Wellington12345", /tried first/],
  ["1q2w3e4r5t6y", /tried first/],
  ["q1w2e3r4t5y6", /tried first/],
  ["!QAZ2wsx#EDC", /tried first/],
  ["snowboarding", /tried first/],
  ["playstation3", /tried first/],
  ["lamborghini1", /tried first/],
  ["Lamborghini-2026!", /tried first/],
  ["jessica.michelle", /tried first/],
  ["xx password 2026", /tried first/],
  ["Whangarei Workshop 2026", /tried first/],
  [`I ride for ${business.name}`, /must not contain/],
  [`${leet(business.name)} is my home`, /must not contain/],
  ["the aroha.ngata farm gate", /aroha.ngata/],
] as const)("%s is refused", ([password, words]) => {
  expect(passwordProblem(password, email)).toMatch(words);
});

test.for([
  "a password for tests",
  "seven muddy gumboots",
  "kōwhai over the woolshed",
  "Xk7#pQ2vTz9w",
  "k9#2!8$5%3^1",
  "🐑🐄🐖🐓🦆🐕 paddock",
  "dragon butterfly computer motorcycle",
])("%s is fine", (password) => {
  expect(passwordProblem(password, email)).toBeNull();
});

test("every common password of the list that is long enough is refused: more than the 3,000 that ASVS 5.0 asks for", () => {
  const long = [...commonPasswords()].filter((password) => [...password].length >= passwordMinLength);
  expect(long.length).toBeGreaterThan(12_000);
  expect(long.filter((password) => passwordProblem(password, email) === null)).toEqual([]);
  expect(passwordProblem(long[0]?.toUpperCase() ?? "", email)).not.toBeNull();
});
