import * as v from "valibot";

import type { FieldBase, FieldKind } from "./field-kind.ts";
import { phoneLink, phoneNumbers } from "./phone-numbers.ts";

interface AnyText extends FieldBase {
  readonly maxLength: number; // In code points, after NFC and trimming (design.md section 8.18).
  readonly autocomplete?: string; // An HTML autofill token.
}

export interface TextField extends AnyText {
  readonly kind: "text" | "email" | "phone" | "vin";
}

export interface LongTextField extends AnyText {
  readonly kind: "long-text";
  readonly rows: number;
}

/** Controls, and the line ends that Unicode adds to them. */
const controlsAndLineEnds = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const controlsButLineBreaks = /[\p{Cc}--\n]/v;

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function textSchema(field: AnyText, forbidden: RegExp) {
  return v.pipe(
    v.string(`${field.label} must be text`),
    v.check((text) => text.isWellFormed(), `${field.label} contains broken characters`),
    v.transform((text) => text.replaceAll("\r\n", "\n").replaceAll("\t", " ").normalize("NFC").trim()),
    v.minLength(1, `${field.label} is required`),
    v.check((text) => !forbidden.test(text), `${field.label} contains characters that cannot be used`),
    v.check(
      (text) => text.length <= field.maxLength || codePoints(text) <= field.maxLength,
      `${field.label} must be at most ${field.maxLength} characters`,
    ),
  );
}

const asTyped = {
  column: "text",
  fromText: (text: string) => text,
  display: (_field: AnyText, value: string) => value,
  searchTexts: (_field: AnyText, value: string): readonly string[] => [value],
} as const;

// No `maxLength`: browsers would cut pasted text without a word, while the schema says what is too long.
function lineKind(type: "text" | "email" | "tel"): FieldKind<TextField, string> {
  return {
    ...asTyped,
    schema: (field) => textSchema(field, controlsAndLineEnds),
    control: ({ autocomplete }) => ({
      element: "input",
      attributes: { type, inputMode: type, autoComplete: autocomplete },
    }),
  };
}

export const text: FieldKind<TextField, string> = {
  ...lineKind("text"),
  matchKeys: (value) => atLeast(5, value.replaceAll(/[^\p{L}\p{N}]/gu, "").toUpperCase()),
};

// One dot-atom address at a domain with a dot: no lists, groups, names or quoted forms (RFC 5322 section 3.4.1).
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+";
const domainLabel = "[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?";
const plainAddress = new RegExp(`^${atom}(?:\\.${atom})*@${domainLabel}(?:\\.${domainLabel})+$`);

export const email: FieldKind<TextField, string> = {
  ...lineKind("email"),
  schema: (field) =>
    v.pipe(
      textSchema(field, controlsAndLineEnds),
      v.regex(plainAddress, `${field.label} must be one plain e-mail address, such as name@example.co.nz`),
    ),
  matchKeys: (value) => atLeast(3, value.toLowerCase()),
  contactLink: mailLink,
};

export const phone: FieldKind<TextField, string> = {
  ...lineKind("tel"),
  asksBeforeSending: true,
  doubt: (written) =>
    phoneNumbers(written).length === 0 ? "Is that the whole phone number? It looks short." : null,
  searchTexts: (_field, value) => [value, ...phoneNumbers(value)],
  matchKeys: (value) => phoneNumbers(value),
  contactLink: phoneLink,
};

export const longText: FieldKind<LongTextField, string> = {
  ...asTyped,
  isLong: true,
  schema: (field) => textSchema(field, controlsButLineBreaks),
  control: ({ autocomplete, rows }) => ({
    element: "textarea",
    attributes: { rows, autoComplete: autocomplete },
  }),
};

/** Shorter values ("1", "n/a") match by accident. */
function atLeast(length: number, key: string): string[] {
  return key.length < length ? [] : [key];
}

/** Opens a mail to that address; what would be read as a mail header is escaped. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll("%40", "@")}`;
}
