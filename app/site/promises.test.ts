import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { submissions } from "#domain/forms/submissions.ts";
import { replyPhrase, shortReplyPhrase } from "#domain/reply-due.ts";

const root = join(import.meta.dirname, "../..");

test("no page spells out when we reply: the sentences take it from the form's definition", async () => {
  const phrases = submissions.flatMap(({ replyRule }) => [
    replyPhrase(replyRule),
    shortReplyPhrase(replyRule),
  ]);
  const spelled = new RegExp(`${phrases.join("|")}|\\bsame day\\b|within \\d+ hours`, "i");
  const guilty: string[] = [];
  for await (const file of glob("app/**/*.{ts,tsx}", { cwd: root })) {
    const text = (await readFile(join(root, file), "utf8")).replaceAll(/\s+/g, " ");
    if (!file.endsWith(".test.ts") && spelled.test(text)) guilty.push(file);
  }
  expect(guilty).toEqual([]);
});

test.each([
  ["same-business-day", "the same business day", "the same day"],
  ["one-business-day", "within one business day", "within one business day"],
  ["48-hours", "within 48 hours", "within 48 hours"],
] as const)("%s reads as %j", (rule, phrase, short) => {
  expect([replyPhrase(rule), shortReplyPhrase(rule)]).toEqual([phrase, short]);
});
