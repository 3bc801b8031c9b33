import { randomUUID } from "node:crypto";

import type { Attachment, Email } from "postal-mime";

import { oneLine } from "#domain/plain-text.ts";
import type { InboundFileRow } from "#server/platform/database/inbox-tables.ts";
import type { Log } from "#server/platform/observability/log.ts";
import { isPicture, keepPicture } from "#server/services/pictures/pictures.ts";

export type NewFile = Omit<InboundFileRow, "mail_id">;
type Kept = Pick<NewFile, "kept" | "type" | "content" | "preview">;

const keptMost = 10;
const keptBytesMost = 20_000_000;
const namedMost = 50;
const nameMost = 200;
/** Smaller pictures in the HTML are logos of a signature. No photo is that small. */
const logoBytesMost = 5000;

interface KeepContext {
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/**
 * Returns the attachments of a mail as they are stored: pictures re-encoded, PDF and text as downloads, others by their name
 * alone (deals.md section 11). Rejects if the server stops.
 */
export async function keptFiles(context: KeepContext, attachments: Email["attachments"]): Promise<NewFile[]> {
  const parts = attachments.map((part) => ({ part, bytes: bytesOf(part.content) }));
  const shown = parts.filter(({ part, bytes }) => !isLogo(part, bytes));
  const most = shown.length > namedMost ? namedMost - 1 : namedMost;
  const files: NewFile[] = [];
  let [count, left] = [0, keptBytesMost];
  for (const { part, bytes } of shown.slice(0, most)) {
    const isRoom = count < keptMost && bytes.length <= left;
    const kept = isRoom ? await keep(context, part, bytes) : nothing;
    if (kept.kept !== null) [count, left] = [count + 1, left - bytes.length];
    files.push(fileOf(files.length, nameOf(part), bytes.length, kept));
  }
  const others = shown.slice(most);
  if (others.length === 0) return files;
  const bytes = others.reduce((sum, other) => sum + other.bytes.length, 0);
  return [
    ...files,
    fileOf(files.length, `${others.length.toLocaleString("en-NZ")} more files`, bytes, nothing),
  ];
}

function fileOf(index: number, name: string, bytes: number, kept: Kept): NewFile {
  return { id: randomUUID(), position: index + 1, name, bytes, ...kept };
}

function bytesOf(content: Attachment["content"]): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}

function isLogo({ related }: Attachment, bytes: Uint8Array): boolean {
  return related === true && bytes.length < logoBytesMost;
}

const nothing: Kept = { kept: null, type: null, content: null, preview: null };

async function keep(context: KeepContext, part: Attachment, bytes: Uint8Array): Promise<Kept> {
  if (isPicture(bytes)) {
    const picture = await keepPicture(context, bytes);
    return picture === null ? nothing : { kept: "picture", type: "image/jpeg", ...picture };
  }
  if (isPdf(bytes)) return download("application/pdf", bytes);
  const text = ["text/plain", "text/csv"].includes(part.mimeType) ? textIn(bytes) : null;
  return text === null ? nothing : download("text/plain; charset=utf-8", Buffer.from(text));
}

function download(type: string, content: Uint8Array): Kept {
  return { kept: "download", type, content, preview: null };
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";
}

/** Null if it is no text. What is not UTF-8 is from an older Windows program. */
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
