import { type DraftLine, linePhotosMost } from "#domain/deals/quote.ts";
import { type CallOutcome, changeDeal, refused } from "#server/features/deals/deal/change-deal.ts";
import { noDeal } from "#server/features/deals/deal/deal-route.ts";
import { namePhoto } from "#server/features/deals/photos/deal-photos.ts";
import { keepPhoto } from "#server/features/deals/photos/keep-photo.ts";
import { photoRefusals } from "#server/features/deals/photos/photo-refusal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { readDraft, type StoredDraft, writeDraft } from "./quote-draft.ts";

interface LinePhoto {
  readonly id: string;
  readonly reference: string;
  readonly line: string;
  readonly userId: string;
}

const noLine: Refusal = {
  status: 404,
  message: "This line is not in the saved draft: save the draft, then add the photo again",
};
const lineFull: Refusal = {
  status: 409,
  message: `This line has ${linePhotosMost} photos: take one off first`,
};

/** Takes a photo of a part and puts it on a line of the draft. The same id again is the same photo. */
export async function addLinePhoto(
  services: Services,
  { id, reference, line, userId }: LinePhoto,
  bytes: AsyncIterable<Uint8Array>,
): Promise<CallOutcome> {
  const drafted = await readDraft(services.database.reader, reference);
  if (lineIn(drafted, line) === null) return { refusal: noLine };
  const photo = { id, ref_number: reference, kind: "part", shot: null, user_id: userId } as const;
  const isKnown = (await photoRow(services.database.reader, id)) !== undefined;
  const kept = await keepPhoto(services, photo, bytes);
  if ("refusal" in kept) return kept;
  const sha256 = kept.ok;
  const added = await changeDeal<CallOutcome>(services, { reference, userId }, async (work) => {
    const { tx, deal } = work;
    const stored = await readDraft(tx, reference);
    const found = lineIn(stored, line);
    const refuse = async (why: Refusal) => {
      // A photo stays if it was there before this call, or is named by now.
      const isNamed = namePhoto([...deal.versions, { content: stored?.draft ?? { lines: [] } }], sha256);
      if (!isKnown && !isNamed) await dropPhoto(tx, id);
      return refused(why);
    };
    if (stored === null || found === null) return refuse(noLine);
    const { photos: before = [] } = found;
    if (before.includes(sha256)) return { ok: { photos: before, draft_version: stored.version } };
    if (before.length === linePhotosMost) return refuse(lineFull);
    const photos = [...before, sha256];
    const version = stored.version + 1;
    const lines = stored.draft.lines.map((one) => (one === found ? { ...one, photos } : one));
    await writeDraft(work, { ...stored.draft, lines }, version);
    return { ok: { photos, draft_version: version } };
  });
  return added ?? { refusal: noDeal };
}

function lineIn(stored: StoredDraft | null, id: string): DraftLine | null {
  return stored?.draft.lines.find((line) => line.id === id) ?? null;
}

/** Takes a photo off the draft. It stays for what was sent with it. */
export async function removeLinePhoto(services: Services, id: string, userId: string): Promise<CallOutcome> {
  const photo = await photoRow(services.database.reader, id);
  if (photo === undefined) return { refusal: photoRefusals.noPhoto };
  const { ref_number: reference, sha256 } = photo;
  const removed = await changeDeal(services, { reference, userId }, async (work) => {
    const { tx, deal } = work;
    const stored = await readDraft(tx, reference);
    const isSent = namePhoto(deal.versions, sha256);
    if (stored === null) return { isSent, version: 0 };
    // Two photos of the same picture share one hash.
    const again = tx.selectFrom("photos").select("id").where("ref_number", "=", reference);
    const others = again.where("kind", "=", "part").where("sha256", "=", sha256).where("id", "<>", id);
    const isTwice = (await others.executeTakeFirst()) !== undefined;
    const lines = isTwice ? stored.draft.lines : stored.draft.lines.map((line) => withoutPhoto(line, sha256));
    const version = stored.version + 1;
    await writeDraft(work, { ...stored.draft, lines }, version);
    return { isSent, version };
  });
  if (removed === null) return { refusal: photoRefusals.noPhoto };
  if (!removed.isSent) await services.database.write((tx) => dropPhoto(tx, id));
  return { ok: { success: true, draft_version: removed.version } };
}

function photoRow(db: Query, id: string) {
  const photos = db.selectFrom("photos").selectAll().where("id", "=", id);
  return photos.where("kind", "=", "part").executeTakeFirst();
}

/** The next run of the chore deletes the files. */
async function dropPhoto(tx: Query, id: string): Promise<void> {
  await tx.deleteFrom("photos").where("id", "=", id).execute();
}

function withoutPhoto({ photos = [], ...line }: DraftLine, sha256: string): DraftLine {
  const left = photos.filter((one) => one !== sha256);
  return left.length === 0 ? line : { ...line, photos: left };
}
