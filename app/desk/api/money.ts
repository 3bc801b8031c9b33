import type * as v from "valibot";

import {
  type AccountsFormat,
  gstSchema,
  moneyEndpoints,
  type moneyRequests,
  moneySchema,
} from "#domain/deals/money-wire.ts";

import { deskCall, deskFile, deskSend, type LoadedFile } from "./desk-call.ts";

export type MoneyLists = v.InferOutput<typeof moneySchema>;
export type Owed = MoneyLists["short"][number];
export type BankLine = MoneyLists["to_match"][number];

export function moneyLists(): Promise<MoneyLists> {
  return deskCall(moneySchema, moneyEndpoints.money);
}

/** Says whose payment a bank line is, or that it is nobody's. */
export function matchLine(body: v.InferInput<typeof moneyRequests.bankMatch>): Promise<void> {
  return deskSend(moneyEndpoints.bankMatch, { method: "POST", body });
}

/** `from` and `to` are New Zealand days, both included. */
export type Days = { readonly from: string; readonly to: string };

export type Gst = v.InferOutput<typeof gstSchema>;

export function gstOf(days: Days): Promise<Gst> {
  return deskCall(gstSchema, `${moneyEndpoints.gst}?${new URLSearchParams(days)}`);
}

export function accountsFile(days: Days, as: AccountsFormat): Promise<LoadedFile> {
  return deskFile(`${moneyEndpoints.accounts}?${new URLSearchParams({ ...days, as })}`, {});
}
