import type { RecordColumns } from "#domain/record-columns.ts";
import {
  changeDeal,
  type Changed,
  type ChangeOptions,
  type DealChange,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Recipient } from "#server/features/deals/deal/deal-mail.ts";
import type { SentVersion } from "#server/features/deals/deal/deal-state.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { DealMessageRow } from "#server/platform/database/deal-tables.ts";
import type { ReturnRow } from "#server/platform/database/money-tables.ts";

import { changeSale } from "./change-sale.ts";
import { takesPhotos } from "./sale-state.ts";

/** A quote request or a vehicle, locked. */
export interface EitherMoment {
  readonly tx: Query;
  readonly of: Changed &
    Recipient & {
      readonly record: Pick<RecordColumns, "status">;
      readonly versions: readonly (Pick<SentVersion, "state" | "isPending"> & { readonly number: number })[];
      readonly messages: readonly (Pick<DealMessageRow, "at" | "user_id" | "words"> & {
        readonly amount_cents?: number | null;
      })[];
      readonly returns?: readonly ReturnRow[];
      /** Of a vehicle. */
      readonly takesPhotos?: (at: Date) => boolean;
    };
  readonly at: Date;
}

/** Changes what follows a quote request or a vehicle. Returns null if it is neither. Throws RepeatedCall. */
export async function changeEither<Result>(
  context: DealContext,
  options: ChangeOptions,
  work: (moment: EitherMoment) => Promise<DealChange<Result>>,
): Promise<Result | null> {
  const found = await recordByReference(context.database.reader, options.reference);
  if (found === null) return null;
  return found.submission.hasSale === true
    ? changeSale(context, options, ({ tx, sale, at }) =>
        work({ tx, of: { ...sale, takesPhotos: (now) => takesPhotos(sale, now) }, at }),
      )
    : changeDeal(context, options, ({ tx, deal, at }) => work({ tx, of: deal, at }));
}
