import { randomUUID } from "node:crypto";

import type { InboundFileRow } from "#server/platform/database/inbox-tables.ts";
import type { Log } from "#server/platform/observability/log.ts";
import { keepPicture } from "#server/services/pictures/pictures.ts";

import type { MailPart } from "./mail-parts.ts";

export type NewFile = Omit<InboundFileRow, "mail_id" | "removed_at">;
type KeptContent = Pick<NewFile, "kept" | "type" | "content" | "preview">;

interface KeepContext {
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/**
 * Returns the attachments of a mail as they are stored: pictures re-encoded, PDF and text as downloads, others by their name
 * alone. Rejects if the server stops.
 */
export async function keptFiles(context: KeepContext, parts: readonly MailPart[]): Promise<NewFile[]> {
  const files: NewFile[] = [];
  for (const part of parts) {
    const { name, bytes } = part;
    files.push({ id: randomUUID(), position: files.length + 1, name, bytes, ...(await keep(context, part)) });
  }
  return files;
}

const nothing: KeptContent = { kept: null, type: null, content: null, preview: null };

async function keep(context: KeepContext, { content, type }: MailPart): Promise<KeptContent> {
  if (content === null) return nothing;
  if (type !== null) return { kept: "download", type, content, preview: null };
  const picture = await keepPicture(context, content);
  return picture === null ? nothing : { kept: "picture", type: "image/jpeg", ...picture };
}
