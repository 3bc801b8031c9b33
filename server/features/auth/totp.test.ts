import { expect, test } from "vitest";

import { base32, stepOfCode, totpCode, totpUri } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

// RFC 6238 appendix B, the last six of its eight digits.
test.for([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const)("at second %i the code is %s", ([second, code]) => {
  expect(totpCode(secret, Math.floor(second / 30))).toBe(code);
});

test.for([
  ["in its middle", 15_000, [null, null, 100, null, null]],
  ["in its first ten seconds", 9_999, [null, 99, 100, null, null]],
  ["in its last ten seconds", 20_000, [null, null, 100, 101, null]],
] as const)(
  "%s, a step takes its own code, and a neighbour's within ten seconds",
  ([, sinceStart, expected]) => {
    const now = new Date(100 * 30_000 + sinceStart);
    const accepted = [98, 99, 100, 101, 102].map((step) => stepOfCode(secret, totpCode(secret, step), now));
    expect(accepted).toEqual(expected);
  },
);

test.for(["", "12345", "1234567", "12345a", "１２３４５６"])("%j is no code", (code) => {
  expect(stepOfCode(secret, code, new Date(0))).toBeNull();
});

test("secrets are written as apps take them (RFC 4648 section 10)", () => {
  const words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((word) => base32(Buffer.from(word)));
  expect(words).toEqual(["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"]);
  expect(totpUri(secret, "Quad & Kea", "a@b.nz")).toBe(
    "otpauth://totp/Quad%20%26%20Kea:a%40b.nz?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Quad%20%26%20Kea",
  );
});
