import { gunzipSync } from "node:zlib";

import fc from "fast-check";
import { expect, test } from "vitest";

import { GzipTemplate } from "./gzip-template.ts";

const text = fc.string({ unit: "grapheme", maxLength: 300 }).map((source) => Buffer.from(source));

test("whatever the texts and what fills the gaps between them, gunzip returns them in order", async () => {
  const texts = fc.tuple(text, fc.array(fc.tuple(text, text), { maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(texts, async ([first, rest]) => {
      const template = await GzipTemplate.of([first, ...rest.map(([, after]) => after)]);
      for (const fillings of [rest.map(([filling]) => filling), rest.map(() => Buffer.from("again"))]) {
        const whole = [first, ...rest.flatMap(([, after], index) => [fillings[index] ?? first, after])];
        expect(gunzipSync(template.complete(fillings))).toEqual(Buffer.concat(whole));
      }
    }),
    { numRuns: 200 },
  );
});

test("a filling as long as a block can be is kept; a longer one is an error", async () => {
  const template = await GzipTemplate.of([Buffer.from("<"), Buffer.from(">")]);
  const longest = Buffer.alloc(65_535, "ā");
  expect(gunzipSync(template.complete([longest])).subarray(1, -1)).toEqual(longest);
  expect(() => template.complete([Buffer.alloc(65_536)])).toThrow(RangeError);
});
