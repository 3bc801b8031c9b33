import type { Field } from "./field.ts";
import { fieldEntries, type Submission } from "./submission.ts";

/** Other values than texts stay as they are, to be refused. */
type RawTexts<Other> = Readonly<Record<string, string | Other>>;

/** Names of the further lines of a field that a visitor may fill in several times: `part_needed_2` and so on. */
export function furtherNames(name: string, { several }: Field): string[] {
  const further = Math.max(0, (several?.atMost ?? 1) - 1);
  return Array.from({ length: further }, (_, index) => `${name}_${index + 2}`);
}

/**
 * Joins the lines of such fields into the one field of the wire. What does not fit goes into the field that the
 * definition names, before what the visitor has typed there.
 */
export function joinSeveral<Other = never>(submission: Submission, texts: RawTexts<Other>): RawTexts<Other> {
  return fieldEntries(submission).reduce(
    (joined, [name, field]) =>
      field.several === undefined || !("maxLength" in field) ? joined : joinLines(joined, name, field),
    texts,
  );
}

type SeveralField = Field & { readonly maxLength: number };

function joinLines<Other>(texts: RawTexts<Other>, name: string, field: SeveralField): RawTexts<Other> {
  const further = furtherNames(name, field);
  const lines = [name, ...further].map((each) => textOf(texts[each])).filter((line) => line !== "");
  const others = Object.entries(texts).filter(([each]) => !further.includes(each));
  const restIn = field.several?.restIn ?? "";
  const { line, rest } = fitted(lines, field.maxLength, `in ${restIn}`);
  const joined = { ...Object.fromEntries(others), [name]: line };
  if (rest.length === 0) return joined;
  return { ...joined, [restIn]: [`More: ${rest.join("; ")}`, textOf(texts[restIn])].join("\n\n").trim() };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** Fits as many whole lines as possible, and a word about the rest. An overlong first line is kept whole, to be refused. */
function fitted(
  lines: readonly string[],
  maxLength: number,
  where: string,
): { line: string; rest: string[] } {
  for (let count = lines.length; count > 0; count -= 1) {
    const rest = lines.slice(count);
    const more = rest.length === 0 ? "" : ` (+${rest.length} ${where})`;
    const line = lines.slice(0, count).join("; ") + more;
    if ([...line].length <= maxLength) return { line, rest };
  }
  return { line: lines[0] ?? "", rest: lines.slice(1) };
}

interface JoinedTexts {
  readonly line: string;
  /** The field that holds what did not fit. */
  readonly rest: string | null;
}

/** Returns what `joinSeveral` has joined, as somebody may have corrected it since. */
export function splitSeveral({ line, rest }: JoinedTexts): string[] {
  const more = /^(.*) \(\+\d+ in \w+\)$/s.exec(line)?.[1];
  const further = more === undefined ? "" : (/^More: (.*)/.exec(rest ?? "")?.[1] ?? "");
  const parts = [more ?? line, further].flatMap((text) => text.split(";"));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
