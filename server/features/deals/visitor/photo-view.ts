import { photosMost, requestShots, shotNames, vehicleShots } from "#domain/deals/photos.ts";
import { saleStages } from "#domain/deals/sale-states.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import {
  type PhotoRequest,
  photoRequestOf,
  photosOf,
  readSale,
} from "#server/features/deals/sales/read-sale.ts";
import { saleStage } from "#server/features/deals/sales/sale-state.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { PhotoRow } from "#server/platform/database/sale-tables.ts";

import type { PhotoView } from "./pages/photo-page.ts";

interface Sent {
  readonly path: string;
  readonly problem?: string | null;
  readonly hasArrived?: boolean;
}

/** Null if what it is about was removed. */
export function loadPhotoView(
  { database, photoScript: script, now }: DealContext,
  reference: string,
  { path, problem = null, hasArrived = false }: Sent,
): Promise<PhotoView | null> {
  return database.snapshot(async (db) => {
    const subject = await subjectOf(db, reference, now());
    if (subject === null) return null;
    const photos = await photosOf(db, reference);
    const request = await photoRequestOf(db, reference, photos);
    const shots = shotsOf(subject.isVehicle, photos, request);
    const shown = new Set(shots.map(({ name }) => name));
    const others = photos.filter(({ shot }) => shot === null || !shown.has(shot)).map(({ id }) => id);
    const left = Math.max(0, photosMost - photos.length - (await uploadsUnderWay(db, reference)));
    return { reference, path, ...subject, shots, others, request, left, problem, hasArrived, script };
  });
}

async function subjectOf(
  db: Query,
  reference: string,
  at: Date,
): Promise<Pick<PhotoView, "isVehicle" | "isOpen"> | null> {
  const requests = db.selectFrom("quote_requests").select("id").where("ref_number", "=", reference);
  if ((await requests.executeTakeFirst()) !== undefined) return { isVehicle: false, isOpen: true };
  const sale = await readSale(db, reference);
  return sale && { isVehicle: true, isOpen: saleStages[saleStage(sale, at)].takesPhotos === true };
}

async function uploadsUnderWay(db: Query, reference: string): Promise<number> {
  const uploads = db.selectFrom("photo_uploads").select("id").where("ref_number", "=", reference);
  return (await uploads.where("state", "=", "open").execute()).length;
}

/** Somebody who is asked for one shot again is asked for nothing else. */
function shotsOf(
  isVehicle: boolean,
  photos: readonly PhotoRow[],
  request: PhotoRequest | null,
): PhotoView["shots"] {
  const { shots: asked = [], missing = [] } = request ?? {};
  const usual = Object.keys(isVehicle ? vehicleShots : requestShots);
  const isAskedAlone = asked.length === 1 && missing.length === 1;
  const rest = isAskedAlone ? [] : [...asked, ...usual];
  const known = { ...vehicleShots, ...requestShots };
  const names = shotNames.filter((name) => [...missing, ...rest].includes(name));
  const shots = names.map((name) => ({
    name,
    ...known[name],
    isWanted: missing.includes(name),
    photos: photos.filter(({ shot }) => shot === name).map(({ id }) => id),
  }));
  return shots.toSorted((a, b) => Number(b.isWanted) - Number(a.isWanted));
}
