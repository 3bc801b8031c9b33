import fc from "fast-check";

import type { Field } from "#domain/field.ts";
import { yearIn } from "#domain/number-fields.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

type Json = unknown;

const lineEnd = fc.constantFrom("\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029");
const control = fc.constantFrom("\0", "\b", "\u001b", "\u007f", "\u009b");
const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.string());

/** Text with something in the middle, which trimming does not reach. */
const textAround = (middle: fc.Arbitrary<string>) =>
  fc.tuple(middle, fc.string({ unit: "grapheme-ascii" })).map(([sign, text]) => `a${sign}${text}b`);

function badText(field: Field & { maxLength: number }): fc.Arbitrary<string> {
  const tooLong = fc.nat(200).map((more) => "ā".repeat(field.maxLength + 1 + more));
  const broken = field.kind === "long-text" ? control : fc.oneof(control, lineEnd);
  return fc.oneof(tooLong, textAround(broken));
}

const badAddress = fc.oneof(
  fc.constantFrom("a@b.nz,c@d.nz", "g: a@b.nz;", "A <a@b.nz>", '"a b"@c.nz', "a@b", "a@b..nz", "a@-b.nz"),
  fc.string({ minLength: 1 }).map((text) => `${text.trim()}@`),
  textAround(lineEnd).map((text) => `${text}@example.co.nz`),
);

const badNumber = fc.oneof(
  fc.constantFrom(-1, 1e9, 1e300, 2015.123, Number.MAX_SAFE_INTEGER),
  fc.double({ max: -1, noNaN: true, noDefaultInfinity: true }),
);

const notScalar = fc.oneof(fc.boolean(), fc.array(fc.jsonValue()), fc.object({ maxDepth: 2 }));

/** Values of the right type that this field cannot have. */
function badScalar(field: Field): fc.Arbitrary<Json> {
  switch (field.kind) {
    case "text":
    case "phone":
    case "vin":
    case "long-text":
      return badText(field);
    case "email":
      return fc.oneof(badText(field), badAddress);
    case "year":
    case "money":
      return badNumber;
    case "choice":
      return anyText.map((text) => `not ${text}`);
  }
}

function badJson(field: Field): fc.Arbitrary<Json> {
  const isNumber = field.kind === "year" || field.kind === "money";
  const wrongType = isNumber
    ? anyText.map((text) => `x${text}`)
    : fc.double({ noNaN: true, noDefaultInfinity: true });
  const missing = field.required ? [fc.constantFrom(null, "", "  ")] : [];
  return fc.oneof(badScalar(field), wrongType, notScalar, ...missing);
}

/** What a browser could send for this field and the server cannot take. */
function badTyped(field: Field): fc.Arbitrary<string> {
  const missing = field.required ? [fc.constantFrom("", "  ")] : [];
  const isNumber = field.kind === "year" || field.kind === "money";
  const words = isNumber ? [anyText.map((text) => `x${text}`).filter((text) => yearIn(text) === null)] : [];
  return fc.oneof(badScalar(field).map(String), ...missing, ...words);
}

const unknownNames = [
  "id",
  "created_at",
  "updated_at",
  "adopted",
  "__proto__",
  "constructor",
  "toString",
  "role",
];

/** A name that the submission does not have. */
function unknownTo(submission: Submission, allowed: readonly string[]): fc.Arbitrary<string> {
  const known = new Set([...Object.keys(submission.fields), ...allowed]);
  return fc
    .oneof(fc.constantFrom(...unknownNames), fc.string({ minLength: 1 }))
    .filter((name) => !known.has(name));
}

type Entry = [name: string, value: Json];

/** The entries of a complete body, at least one of which cannot be accepted. `allowed` are further names it may have. */
export function badEntries(
  submission: Submission,
  body: object,
  allowed: readonly string[],
): fc.Arbitrary<Entry[]> {
  const bad = fieldEntries(submission).map(([name, field]) =>
    badJson(field).map((value): Entry => [name, value]),
  );
  const unknown = fc.tuple(unknownTo(submission, allowed), fc.jsonValue());
  const spoils = fc.array(fc.oneof(...bad, unknown), { minLength: 1, maxLength: 3 });
  return spoils.map((entries) => [...Object.entries(body), ...entries]);
}

/** The same for a form as a browser sends it: names may come twice. */
export function badFormEntries(submission: Submission, typed: Readonly<Record<string, string>>) {
  const entries = Object.entries(typed);
  const bad = fieldEntries(submission).map(([name, field]) =>
    badTyped(field).map((value) => [...entries.filter(([other]) => other !== name), [name, value] as const]),
  );
  const twice = fc
    .constantFrom(...Object.keys(submission.fields))
    .map((name) => [...entries, [name, "again"] as const, [name, "again"] as const]);
  const unknown = fc
    .tuple(unknownTo(submission, ["consent"]), anyText)
    .map(([name, value]) => [...entries, [name, value] as const]);
  return fc.oneof(...bad, twice, unknown);
}

/** What else may come instead of JSON: pieces, junk, and JSON of any shape. */
export function otherBodies(good: string): fc.Arbitrary<string> {
  const pieces = fc.nat(Math.max(0, good.length - 2)).map((end) => good.slice(0, end + 1));
  const deep = fc.nat(5000).map((levels) => `${"[".repeat(levels)}${"]".repeat(levels)}`);
  return fc.oneof(
    fc.jsonValue().map((value) => JSON.stringify(value)),
    anyText,
    pieces,
    deep,
  );
}
