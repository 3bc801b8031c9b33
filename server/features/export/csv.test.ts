import { expect, test } from "vitest";

import { csvOf } from "./export-records.ts";

test.for([
  "=1+1",
  "+64 21 555",
  "-1",
  "@sum(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1+1",
  "＋1",
  "－1",
  "＠sum(A1)",
])("%j stays text in a spreadsheet", (text) => {
  expect(csvOf([[text]])).toBe(`"'${text}"\r\n`);
});

test("cells are quoted, quotes doubled, numbers and empty cells are bare", () => {
  const cells = ['say "kia ora", Hēmi', "two\nlines", "", null, 750.5, "a=b"];
  expect(csvOf([cells])).toBe('"say ""kia ora"", Hēmi","two\nlines","",,750.5,"a=b"\r\n');
});
