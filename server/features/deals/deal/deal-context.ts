import type { Database } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

export interface DealContext extends Pick<
  Services,
  | "calendar"
  | "production"
  | "mail"
  | "photos"
  | "undoMs"
  | "invoiceStart"
  | "cards"
  | "secrets"
  | "linkKeys"
  | "keys"
  | "now"
  | "signFont"
  | "photoScript"
  | "sendOnScript"
> {
  readonly database: Pick<Database, "reader" | "snapshot" | "write" | "lock" | "engine"> & {
    readonly notifications: Pick<Database["notifications"], "publish">;
  };
}
