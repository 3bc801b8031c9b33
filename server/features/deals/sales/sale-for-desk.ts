import { addDays } from "#domain/calendar-date.ts";
import { photoUrl } from "#domain/deals/sale-calls.ts";
import { saleStages } from "#domain/deals/sale-states.ts";
import type { Machine, Photos, Sale as SaleForDesk } from "#domain/deals/sale-wire.ts";
import { shownVersion } from "#domain/deals/versions.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { MachineRow, PhotoRow } from "#server/platform/database/sale-tables.ts";

import { paidFor } from "./dealers-record.ts";
import {
  accountIfReadable,
  type PhotoRequest,
  photoRequestOf,
  photosOf,
  type PickUp,
  readSale,
} from "./read-sale.ts";
import { saleStage, saleTools } from "./sale-state.ts";

/** Everything that staff see of a vehicle; null if there is no such one. */
export async function saleForDesk(
  context: DealContext,
  db: Query,
  reference: string,
): Promise<SaleForDesk | null> {
  const sale = await readSale(db, reference);
  if (sale === null) return null;
  const now = context.now();
  const pickUp = sale.pickUps.at(-1);
  const { purchases, machine } = sale;
  const purchase = purchases.at(-1);
  return {
    versions: sale.versions.map((version) => shownVersion(version, now)),
    pick_up: pickUp === undefined ? null : pickUpForDesk(pickUp, accountIfReadable(context, pickUp)),
    photos: shownPhotos(sale.photos, sale.request),
    purchase:
      purchase === undefined || machine === null
        ? null
        : {
            id: purchase.id,
            at: purchase.at,
            paid_by: paidFor(context, sale)?.paid_by ?? null,
            machine: machineForDesk(machine, now),
          },
    messages: sale.messages.map(({ id, kind, words, amount_cents, at }) => ({
      id,
      kind,
      words,
      amount_cents,
      at,
    })),
    link: dealLink(context, sale).url,
    stage: saleStages[saleStage(sale, now)].title,
    ...saleTools(sale, now),
  };
}

/** The photos of a quote request. */
export async function photosForDesk(db: Query, reference: string): Promise<Photos> {
  const photos = await photosOf(db, reference);
  return shownPhotos(photos, await photoRequestOf(db, reference, photos));
}

function shownPhotos(photos: readonly PhotoRow[], request: PhotoRequest | null): Photos {
  const list = photos.map(({ id, shot, at }) => ({ id, shot, url: photoUrl(id), at }));
  if (request === null) return { list, wanted: null };
  const { number, shots, missing, at } = request;
  return { list, wanted: { number, shots: [...shots], missing: [...missing], at } };
}

function pickUpForDesk(pickUp: PickUp, bank_account: string | null): SaleForDesk["pick_up"] {
  const { id, number, state, from_at: from, until_at: to, pay, accepted_at } = pickUp;
  const gst_registered = Boolean(pickUp.is_gst_registered);
  return { id, number, state, from, to, pay, bank_account, gst_registered, accepted_at };
}

export function machineForDesk(machine: MachineRow, now: Date): Machine {
  const { ref_number: ref, ...facts } = machine;
  return { ...facts, ref, days_to_go: daysToGo(machine.hold_until, now) };
}

/** Returns 0 once the last day of the hold is over. */
function daysToGo(holdUntil: string, now: Date): number {
  const free = Date.parse(addDays(holdUntil, 1));
  return Math.max(0, (free - Date.parse(nzDate(now))) / dayMs);
}
