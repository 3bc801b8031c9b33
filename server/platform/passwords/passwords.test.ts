import { expect, test } from "vitest";

import { passwordMinLength } from "#domain/accounts.ts";
import { firm } from "#domain/firm.ts";

import { commonPasswords, passwordProblem } from "./passwords.ts";

const leet = (text: string) => text.toLowerCase().replaceAll("a", "4").replaceAll("e", "3");

const email = "aroha.ngata@farm.example";

test.for([
  ["elevenchars", /at least 12/],
  ["x".repeat(1025), /too long/],
  ["password1234", /first guesses/],
  ["Password12345!", /first guesses/],
  ["P@ssw0rd2026!!", /first guesses/],
  ["qwertyuiop123", /first guesses/],
  ["1qaz2wsx3edc4rfv", /first guesses/],
  ["zaq1xsw2cde3vfr4", /first guesses/],
  ["123456789012", /first guesses/],
  ["827364519283", /first guesses/],
  ["aaaaaaaaaaaaaaaa", /first guesses/],
  ["abcdefghijklmnop", /first guesses/],
  ["tigertigertiger", /first guesses/],
  ["iloveyou4ever!", /first guesses/],
  ["correcthorsebatterystaple", /first guesses/],
  ["Manchester United 1999", /first guesses/],
  ["AllBlacks-2027!!", /first guesses/],
  ["Wellington12345", /first guesses/],
  ["1q2w3e4r5t6y", /first guesses/],
  ["q1w2e3r4t5y6", /first guesses/],
  ["!QAZ2wsx#EDC", /first guesses/],
  ["snowboarding", /first guesses/],
  ["playstation3", /first guesses/],
  ["lamborghini1", /first guesses/],
  ["Lamborghini-2026!", /first guesses/],
  ["jessica.michelle", /first guesses/],
  ["xx password 2026", /first guesses/],
  ["Whangarei Workshop 2026", /first guesses/],
  [`I ride for ${firm.trading_name}`, /must not contain/],
  [`${leet(firm.trading_name)} is my home`, /must not contain/],
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

test("the longest passwords keep the processor for milliseconds", () => {
  const letters = Array.from({ length: 1020 }, (_, index) =>
    String.fromCodePoint(97 + ((index * index) % 23)),
  );
  const before = process.cpuUsage();
  for (const start of ["1 X", "2 X", "3 X", "4 X"]) passwordProblem(start + letters.join(""), email);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});

test("all common passwords that are long enough are refused: more than the 3,000 that ASVS 5.0 demands", () => {
  const long = [...commonPasswords()].filter((password) => [...password].length >= passwordMinLength);
  expect(long.length).toBeGreaterThan(12_000);
  expect(long.filter((password) => passwordProblem(password, email) === null)).toEqual([]);
  expect(passwordProblem(long[0]?.toUpperCase() ?? "", email)).not.toBeNull();
});
