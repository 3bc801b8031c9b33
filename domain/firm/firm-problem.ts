import type { CalendarDate } from "#domain/calendar-date.ts";
import { accountProblem, isSameAccount } from "#domain/deals/bank-account.ts";
import type { FirmFacts } from "#domain/firm.ts";

import { gstNumberProblem } from "./gst-number.ts";

export interface FirmProblem {
  readonly field: keyof FirmFacts;
  readonly message: string;
}

/** Checks what an owner changes; a fact that stays as it is stored is never checked again. Null: nothing is wrong. */
export function firmProblem(next: FirmFacts, stored: FirmFacts, today: CalendarDate): FirmProblem | null {
  const { gst_number: gst, bank_account: account, bank_account_name: holder } = next;
  const gstProblem = gst === stored.gst_number ? null : gstNumberProblem(gst);
  if (gstProblem !== null) return { field: "gst_number", message: `GST number ${gstProblem}` };
  if ((account === null) !== (holder === null))
    return { field: "bank_account_name", message: "Write the account and who holds it, or neither" };
  const accountIsNew =
    account !== null && (stored.bank_account === null || !isSameAccount(account, stored.bank_account));
  const problem = accountIsNew ? accountProblem(account) : null;
  if (problem !== null) return { field: "bank_account", message: `Bank account ${problem}` };
  const known = new Set(stored.closures.map((one) => JSON.stringify(one)));
  const isPast = next.closures.some(
    (one) => one.to < today && !known.has(JSON.stringify({ from: one.from, to: one.to, words: one.words })),
  );
  return isPast ? { field: "closures", message: "That closure is in the past" } : null;
}
