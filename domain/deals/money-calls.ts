import { call } from "#domain/call.ts";

import type { Debtors } from "./debtors.ts";
import type {
  AccountsFormat,
  BankConfirmed,
  BankImport,
  Days,
  Gst,
  MoneyLists,
  moneyRequests,
  Suggestion,
  UnknownLayout,
} from "./money-wire.ts";
import type { StockFigures } from "./stock-figures.ts";

type MoneyRequests = typeof moneyRequests;

/** The calls of staff about documents, returns and money (deals.md section 7). */
export const moneyCalls = {
  money: call<object, MoneyLists & { stock: StockFigures }>("GET", "/functions/v1/money"),
  document: call<{ number: string }>("GET", "/functions/v1/document"),
  return: call<MoneyRequests["return"]>("POST", "/functions/v1/return"),
  refund: call<MoneyRequests["refund"]>("POST", "/functions/v1/refund", { needsKey: true }),
  bankImport: call<Blob, BankImport | UnknownLayout>("POST", "/functions/v1/bank-import"), // `?map=&order=`
  bankImportConfirm: call<MoneyRequests["bankImportConfirm"], BankConfirmed>(
    "POST",
    "/functions/v1/bank-import-confirm",
  ),
  bankMatch: call<MoneyRequests["bankMatch"]>("POST", "/functions/v1/bank-match"),
  bankFind: call<{ text: string }, { suggestions: readonly Suggestion[] }>("GET", "/functions/v1/bank-find"),
  accounts: call<Days & { as: AccountsFormat }>("GET", "/functions/v1/accounts"),
  gst: call<Days, Gst>("GET", "/functions/v1/gst"),
  debtors: call<object, Debtors>("GET", "/functions/v1/debtors"),
} as const;
