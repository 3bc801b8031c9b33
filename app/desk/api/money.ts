import * as v from "valibot";

import {
  bankConfirmedSchema,
  bankImportSchema,
  gstSchema,
  moneyCalls,
  type moneyRequests,
  moneySchema,
  type Suggestion,
  suggestionsSchema,
  unknownLayoutSchema,
} from "#domain/deals/money-wire.ts";

import { deskCall, deskSend } from "./desk-call.ts";

export type MoneyLists = v.InferOutput<typeof moneySchema>;
export type Owed = MoneyLists["short"][number];
export type BankLine = MoneyLists["to_match"][number];

export function moneyLists(): Promise<MoneyLists> {
  return deskCall(moneySchema, moneyCalls.money.path);
}

const bankFileSchema = v.union([bankImportSchema, unknownLayoutSchema]);
export type BankImport = v.InferOutput<typeof bankImportSchema>;
export type UnknownLayout = v.InferOutput<typeof unknownLayoutSchema>;

/** Which column is what ("date:0,amount:2,text:1,3"), and in which order dates are written. */
export type BankLayout = Partial<Record<"map" | "order", string>>;

/** What storing the file would do, or what it takes to read it. Nothing is stored. */
export function readBankFile(file: File, layout: BankLayout): Promise<BankImport | UnknownLayout> {
  const path = `${moneyCalls.bankImport.path}?${new URLSearchParams(layout)}`;
  return deskCall(bankFileSchema, path, { method: "POST", body: file });
}

export function confirmImport(id: string): Promise<v.InferOutput<typeof bankConfirmedSchema>> {
  const call = { method: "POST", body: { import: id } } as const;
  return deskCall(bankConfirmedSchema, moneyCalls.bankImportConfirm.path, call);
}

/** Says whose payment a bank line is, or that it is nobody's. */
export function matchLine(body: v.InferInput<typeof moneyRequests.bankMatch>): Promise<void> {
  return deskSend(moneyCalls.bankMatch.path, { method: "POST", body });
}

/** Orders by reference, invoice number or name. */
export async function findOrders(text: string): Promise<Suggestion[]> {
  const path = `${moneyCalls.bankFind.path}?${new URLSearchParams({ text })}`;
  return (await deskCall(suggestionsSchema, path)).suggestions;
}

/** New Zealand days, both included. */
export type Days = Record<"from" | "to", string>;
export type Gst = v.InferOutput<typeof gstSchema>;

export function gstOf(days: Days): Promise<Gst> {
  return deskCall(gstSchema, `${moneyCalls.gst.path}?${new URLSearchParams(days)}`);
}
