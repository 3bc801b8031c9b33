import { meantAddress } from "./email-slips.ts";
import type { FieldBase, FieldKind } from "./field-kind.ts";
import { frameNumberDoubt, plainFrameNumber } from "./frame-number-check.ts";
import type { Outcome } from "./outcome.ts";
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

/** Normalises a text: NFC, trimmed, LF, spaces for tabs. */
function readText({ label, maxLength }: AnyText, value: unknown, forbidden: RegExp): Outcome<string, string> {
  if (typeof value !== "string") return { refusal: `${label} must be text` };
  if (!value.isWellFormed()) return { refusal: `${label} contains broken characters` };
  const read = value.replaceAll("\r\n", "\n").replaceAll("\t", " ").normalize("NFC").trim();
  if (read === "") return { refusal: `${label} is required` };
  if (forbidden.test(read)) return { refusal: `${label} contains characters that cannot be used` };
  const isTooLong = read.length > maxLength && [...read].length > maxLength;
  return isTooLong ? { refusal: `${label} must be at most ${maxLength} characters` } : { ok: read };
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
    read: (field, value) => readText(field, value, controlsAndLineEnds),
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

// Accepts a dot-atom address at a domain with a dot: no lists, groups, names or quoted forms (RFC 5322 section 3.4.1).
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+";
const domainLabel = "[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?";
const plainAddress = new RegExp(`^${atom}(?:\\.${atom})*@${domainLabel}(?:\\.${domainLabel})+$`);

export function isPlainAddress(written: string): boolean {
  return plainAddress.test(written);
}

export const email: FieldKind<TextField, string> = {
  ...lineKind("email"),
  read(field, value) {
    const address = readText(field, value, controlsAndLineEnds);
    if ("refusal" in address || isPlainAddress(address.ok)) return address;
    return { refusal: `${field.label} must be one plain e-mail address, such as name@example.co.nz` };
  },
  meant: meantAddress,
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
  read: (field, value) => readText(field, value, controlsButLineBreaks),
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

const vinLength = 17;

/** A VIN or a frame number: any text, which we read back to the visitor if it is no VIN. */
export const vin: FieldKind<TextField, string> = {
  ...text,
  fromText: (typed) => typed.toUpperCase(),
  control: () => ({
    element: "input",
    isUpperCase: true,
    attributes: { type: "text", autoCapitalize: "characters", spellCheck: false },
  }),
  count: (typed) => `${charactersOf(typed).length} of ${vinLength} characters`,
  display: (_field, value) => plainFrameNumber(value),
  doubt(typed, make = "") {
    const characters = charactersOf(typed);
    const [mistaken] = /[IOQ]/i.exec(characters) ?? [];
    if (characters.length === vinLength && mistaken !== undefined) {
      return `A VIN never uses ${mistaken.toUpperCase()}: is it a ${mistaken.toUpperCase() === "I" ? 1 : 0}?`;
    }
    if (characters.length === vinLength) return frameNumberDoubt(characters, make);
    return `That is ${characters.length} characters, and a VIN has ${vinLength}. A shorter frame number is fine too.`;
  },
};

function charactersOf(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "");
}
