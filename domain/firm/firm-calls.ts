import type { Proof } from "#domain/accounts.ts";
import { call } from "#domain/call.ts";
import type { FirmFacts } from "#domain/firm.ts";

/** The firm's facts as owners and staff see them; the desk sends the version back as If-Match. */
export interface FirmSetting {
  readonly version: number;
  readonly value: FirmFacts;
  /** Facts that the server's environment decides: changing one is refused. */
  readonly set_by_server: readonly (keyof FirmFacts)[];
  /** An account that customers see from then on; until then, saving the one in `value` ends it. */
  readonly pending: {
    readonly bank_account: string | null;
    readonly bank_account_name: string | null;
    readonly from: string;
  } | null;
}

/** For another account: who changes it, again. */
export interface FirmChange extends Proof {
  readonly value: FirmFacts;
}

export const firmCalls = {
  firm: call<object, FirmSetting>("GET", "/functions/v1/desk-settings/firm"),
  change: call<FirmChange, FirmSetting>("PUT", "/functions/v1/desk-settings/firm"),
} as const;
