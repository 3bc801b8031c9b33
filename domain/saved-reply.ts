import type { Fields, FieldValues } from "./field.ts";

export const replyPlaceholders = {
  name: "The visitor's first name, or the whole name if in doubt",
  full_name: "The visitor's whole name",
  reference: "The reference number",
  machine: "Year, make and model",
  part: "The part that is needed",
  me: "Your own name",
  business: "Our name",
  phone: "Our phone number",
} as const;

export type ReplyPlaceholder = keyof typeof replyPlaceholders;

export const savedRepliesAtMost = 100;

/** By the `name` of the form. */
const forms = {
  quote: "Quote requests",
  "sell-vehicle": "Vehicle submissions",
  contact: "Contact messages",
} as const;

export const replyFields = {
  title: { kind: "text", label: "Title", required: true, maxLength: 80, hint: "Only staff see it" },
  form: { kind: "choice", label: "For", required: false, emptyLabel: "Every form", options: forms },
  body: { kind: "long-text", label: "Text", required: true, maxLength: 5000, rows: 14 },
} as const satisfies Fields;

export const formNames = Object.keys(forms) as readonly (keyof typeof forms)[];

export type ReplyDraft = FieldValues<typeof replyFields>;

export interface SavedReply {
  readonly id: string;
  readonly title: string;
  readonly form: string | null; // Null: for every form.
  readonly body: string;
  readonly version: number;
}

export type ReplyValues = Readonly<Partial<Record<ReplyPlaceholder, string>>>;

const placeholder = /\{([^{}\n]*)\}/g;

/** Returns the names in braces that `known` has no value for. */
export function unknownPlaceholders(body: string, known: object = replyPlaceholders): string[] {
  const names = [...body.matchAll(placeholder)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !Object.hasOwn(known, name)))];
}

/** Placeholders without a value stay, for staff to see. */
export function fillReply(body: string, values: ReplyValues): string {
  const known = new Map<string, string>(Object.entries(values));
  return body.replaceAll(placeholder, (whole, name: string) => known.get(name) ?? whole);
}
