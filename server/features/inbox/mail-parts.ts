import type { Attachment } from "postal-mime";

import { oneLine } from "#domain/plain-text.ts";
import { isPicture } from "#server/services/pictures/pictures.ts";

const keptMost = 10;
const keptBytesMost = 20_000_000;
const namedMost = 50;
const nameMost = 200;
/** Smaller pictures in the HTML are logos of a signature. No photo is that small. */
const logoBytesMost = 5000;

/** An attachment as it came: what is to be kept of it with its bytes, another by its name alone. */
export interface MailPart {
  readonly name: string;
  readonly bytes: number;
  readonly content: Uint8Array | null;
  /** The type it is served as; null for a picture. */
  readonly type: string | null;
}

/** Returns the attachments of a mail, at most so many and so large as we keep (deals.md section 11). */
export function partsOf(attachments: readonly Attachment[]): MailPart[] {
  const parts = attachments.map((part) => ({ part, bytes: bytesOf(part.content) }));
  const shown = parts.filter(({ part, bytes }) => !isLogo(part, bytes));
  const most = shown.length > namedMost ? namedMost - 1 : namedMost;
  let [count, left] = [0, keptBytesMost];
  const named = shown.slice(0, most).map(({ part, bytes }): MailPart => {
    const isRoom = count < keptMost && bytes.length <= left;
    const found = isRoom ? find(part, bytes) : nothing;
    if (found.content !== null) [count, left] = [count + 1, left - bytes.length];
    return { name: nameOf(part), bytes: bytes.length, ...found };
  });
  const others = shown.slice(most);
  if (others.length === 0) return named;
  const bytes = others.reduce((sum, other) => sum + other.bytes.length, 0);
  return [...named, { name: `${others.length.toLocaleString("en-NZ")} more files`, bytes, ...nothing }];
}

function bytesOf(content: Attachment["content"]): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}

function isLogo({ related }: Attachment, bytes: Uint8Array): boolean {
  return related === true && bytes.length < logoBytesMost;
}

const nothing = { content: null, type: null };

function find(part: Attachment, content: Uint8Array) {
  if (isPicture(content)) return { content, type: null };
  if (isPdf(content)) return { content, type: "application/pdf" };
  const text = ["text/plain", "text/csv"].includes(part.mimeType) ? textIn(content) : null;
  return text === null ? nothing : { content: Buffer.from(text), type: "text/plain; charset=utf-8" };
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";
}

/** Returns null for binary data. Text that is not UTF-8 is from an older Windows program. */
function textIn(bytes: Uint8Array): string | null {
  const text = decoded(bytes, "utf-8") ?? decoded(bytes, "windows-1252");
  return text === null || /[\p{Cc}--[\t\n\f\r]]/v.test(text) ? null : text;
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The sender's, on one line and without a folder. */
function nameOf({ filename, mimeType }: Attachment): string {
  const last = (filename ?? "").split(/[/\\]/).at(-1) ?? "";
  const name = [...oneLine(last)].slice(0, nameMost).join("");
  if (name !== "") return name;
  return mimeType === "message/rfc822" ? "Attached mail" : "File without a name";
}
