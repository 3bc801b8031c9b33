import { torturePhotos } from "./photos-torture.ts";
import { expect, test } from "./site.ts";

/** PHOTO_RUNS=100 does it as often as we promise. */
const runs = Number(process.env["PHOTO_RUNS"] ?? "1");

test("over 50 kbit/s with a fifth of the requests cut, tabs and server killed: each photo arrives once, byte for byte", async ({
  browser,
}) => {
  test.setTimeout(120_000 + runs * 120_000);
  const done = await torturePhotos(browser, runs);
  console.warn(JSON.stringify(done));
  expect(done.runs).toBe(runs);
});
