import { expect, test } from "vitest";

import { appCode } from "#tests/staff.ts";

import { authenticatorKey, stepOfCode } from "./two-step-codes.ts";

const secret = Buffer.from("12345678901234567890");
const secretInBase32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

// RFC 6238 appendix B, the last six of its eight digits.
test.for([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const)("at second %i the code is %s", ([second, code]) => {
  expect(stepOfCode(secret, code, new Date(second * 1000))).toBe(Math.floor(second / 30));
});

test.for([
  ["in its middle", 15_000, [null, null, 100, null, null]],
  ["in its first ten seconds", 9_999, [null, 99, 100, null, null]],
  ["in its last ten seconds", 20_000, [null, null, 100, 101, null]],
] as const)(
  "%s, a step accepts its own code, and a neighbour's within ten seconds",
  ([, sinceStart, expected]) => {
    const now = new Date(100 * 30_000 + sinceStart);
    const codes = [98, 99, 100, 101, 102].map((step) => appCode(secretInBase32, step * 30_000));
    expect(codes.map((code) => stepOfCode(secret, code, now))).toEqual(expected);
  },
);

test.for(["", "12345", "1234567", "12345a", "１２３４５６"])("%j is no code", (code) => {
  expect(stepOfCode(secret, code, new Date(0))).toBeNull();
});

test("an authenticator app gets the secret in base32 and as a complete otpauth URI", () => {
  expect(authenticatorKey(secret, "a@b.nz")).toEqual({
    secret: secretInBase32,
    uri: `otpauth://totp/QuadKea:a%40b.nz?issuer=QuadKea&secret=${secretInBase32}&algorithm=SHA1&digits=6&period=30`,
  });
});
