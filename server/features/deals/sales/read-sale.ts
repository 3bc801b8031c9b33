import { type Selectable, sql } from "kysely";
import * as v from "valibot";

import { type OfferContent, offerContentSchema } from "#domain/deals/offer.ts";
import { shotNames } from "#domain/deals/photos.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { SubmissionRecord } from "#domain/submission.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import {
  type DealMessage,
  messagesOf,
  sentState,
  type VersionMail,
} from "#server/features/deals/deal/read-deal.ts";
import { recordFromRow, selectRecords } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type {
  MachineRow,
  OfferRow,
  PhotoRequestRow,
  PhotoRow,
  PickUpRow,
  PurchaseRow,
} from "#server/platform/database/sale-tables.ts";

/** Everything about a machine that somebody offers us, as one transaction sees it. */
export interface Sale {
  readonly submission: typeof vehicleSubmission;
  readonly reference: string;
  readonly record: SubmissionRecord<typeof vehicleSubmission>;
  readonly generation: number;
  readonly versions: readonly OfferVersion[]; // Oldest first.
  readonly pickUps: readonly PickUp[]; // Oldest first; at most the last one is not cancelled.
  readonly messages: readonly DealMessage[]; // Oldest first.
  readonly photos: readonly PhotoRow[]; // Oldest first.
  readonly request: PhotoRequest | null; // The newest.
  readonly purchases: readonly Omit<PurchaseRow, "sealed">[]; // Oldest first: the last one holds.
  readonly machine: MachineRow | null;
}

export interface OfferVersion extends Omit<OfferRow, "content" | "state"> {
  readonly state: Exclude<OfferRow["state"], "pending">;
  /** Nothing has happened yet: it can be undone, or will be sent at the next opportunity. */
  readonly isPending: boolean;
  readonly content: OfferContent;
  readonly mail: VersionMail | null;
}

export type PickUp = Selectable<PickUpRow>;

/** A request for photos, with the shots that have not come since. */
export interface PhotoRequest extends Omit<PhotoRequestRow, "shots"> {
  readonly shots: readonly string[];
  readonly missing: readonly string[];
}

/** Null if there is no such vehicle. */
export async function readSale(db: Query, reference: string): Promise<Sale | null> {
  const row = await selectRecords(db, vehicleSubmission)
    .where("ref_number", "=", reference)
    .executeTakeFirst();
  if (row === undefined) return null;
  const [record] = recordListParser(vehicleSubmission)([recordFromRow(row)]);
  if (record === undefined) return null;
  const own = db.selectFrom("deals").select("generation").where("ref_number", "=", reference);
  const photos = await photosOf(db, reference);
  const purchases = await purchasesOf(db, reference);
  return {
    submission: vehicleSubmission,
    reference,
    record,
    generation: (await own.executeTakeFirst())?.generation ?? 1,
    versions: await versionsOf(db, reference),
    pickUps: await pickUpsOf(db, reference),
    messages: await messagesOf(db, reference),
    photos,
    request: await photoRequestOf(db, reference, photos),
    purchases,
    machine: purchases.length === 0 ? null : await machineOf(db, reference),
  };
}

export function photosOf(db: Query, reference: string): Promise<PhotoRow[]> {
  const photos = db.selectFrom("photos").selectAll().where("ref_number", "=", reference);
  return photos.where("kind", "=", "visitor").orderBy("at").orderBy("id").execute();
}

const shotsSchema = v.array(v.picklist(shotNames));

/** The newest request for photos of a vehicle or of a quote request; null if there is none. */
export async function photoRequestOf(
  db: Query,
  reference: string,
  photos: readonly Pick<PhotoRow, "shot" | "at">[],
): Promise<PhotoRequest | null> {
  const requests = db.selectFrom("photo_requests").selectAll().where("ref_number", "=", reference);
  const newest = await requests.orderBy("number", "desc").limit(1).executeTakeFirst();
  if (newest === undefined) return null;
  const shots = v.parse(shotsSchema, JSON.parse(newest.shots));
  const came = new Set(photos.filter(({ at }) => at >= newest.at).map(({ shot }) => shot));
  return { ...newest, shots, missing: shots.filter((shot) => !came.has(shot)) };
}

export function offerMailKey(reference: string, number: number): string {
  return `offer/${reference}/${number}`;
}

/** The same in SQL, of the row named `version`. */
const mailKeyOfOffer = sql<string>`'offer/' || version.ref_number || '/' || version.number`;

async function versionsOf(db: Query, reference: string): Promise<OfferVersion[]> {
  const rows = await db
    .selectFrom("offers as version")
    .leftJoin("outbox as mail", (join) => join.on("mail.key", "=", mailKeyOfOffer))
    .selectAll("version")
    .select(["mail.state as mail_state", "mail.changed_at as mail_at", "mail.error_class as mail_error"])
    .select("mail.code as mail_code")
    .where("version.ref_number", "=", reference)
    .orderBy("version.number")
    .execute();
  return rows.map(({ content, state, mail_state, mail_at, mail_error, mail_code, ...version }, index) => {
    const mail = { mail_state, mail_at, mail_error, mail_code };
    return {
      ...version,
      ...sentState({ ...version, ...mail, state }, index === rows.length - 1),
      content: v.parse(offerContentSchema, JSON.parse(content)),
    };
  });
}

function pickUpsOf(db: Query, reference: string): Promise<PickUp[]> {
  const pickUps = db.selectFrom("pick_ups").selectAll().where("ref_number", "=", reference);
  return pickUps.orderBy("accepted_at").orderBy("number").execute();
}

type Recorded = Omit<PurchaseRow, "sealed">;

async function purchasesOf(db: Query, reference: string): Promise<Recorded[]> {
  const rows = await db
    .selectFrom("purchases")
    .select(["id", "ref_number", "machine_number", "bought_on", "price_cents"])
    .select(["gst", "at", "user_id", "corrects"])
    .where("ref_number", "=", reference)
    .execute();
  return correctionsInOrder(rows);
}

/** Each follows the one that it corrects, whatever the clocks said. */
export function correctionsInOrder<Row extends Pick<PurchaseRow, "id" | "corrects">>(
  rows: readonly Row[],
): Row[] {
  const ordered: Row[] = [];
  const after = (id: string | null) => rows.find(({ corrects }) => corrects === id);
  for (let next = after(null); next !== undefined; next = after(next.id)) ordered.push(next);
  return ordered;
}

async function machineOf(db: Query, reference: string): Promise<MachineRow | null> {
  const machines = db.selectFrom("machines").selectAll().where("ref_number", "=", reference);
  return (await machines.executeTakeFirst()) ?? null;
}

/** The seller's bank account; null if there is none, or if it was sealed with another LINK_SECRET. */
export function accountIfReadable(
  { linkKeys }: Pick<DealContext, "linkKeys">,
  { id, account }: { readonly id: string; readonly account: unknown },
): string | null {
  try {
    return typeof account === "string" ? linkKeys.unseal(account, `account of ${id}`) : null;
  } catch {
    return null;
  }
}
