import { deskCall } from "#app/desk/api/desk-call.ts";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { exampleFacts, type FirmFacts, firmOf, setFirm } from "#domain/firm.ts";
import { firmCalls, type FirmChange, type FirmSetting } from "#domain/firm/firm-calls.ts";

/** Under which `useLoaded` keeps it. */
export const firmKey = "firm";

export async function readFirm(): Promise<FirmSetting> {
  return followed(await deskCall(firmCalls.firm, {}));
}

/** Refused if someone else has saved since `version`. Returns what is stored now, as the next page shows it. */
export async function saveFirm(change: FirmChange, version: number): Promise<FirmSetting> {
  const saved = followed(await deskCall(firmCalls.change, change, { version }));
  deskClient.setQueryData(["page", firmKey], saved);
  return saved;
}

/** The desk in this tab names the firm as it is now, without a reload. */
function followed(setting: FirmSetting): FirmSetting {
  setFirm(firmOf(setting.value));
  return setting;
}

/** What the form starts with: the account that waits. Any save with the former one would end the wait. */
export function editableFacts({ value, pending, set_by_server: fixed }: FirmSetting): FirmFacts {
  if (pending === null || fixed.includes("bank_account")) return value;
  const { bank_account, bank_account_name } = pending;
  return { ...value, bank_account, bank_account_name };
}

/** Whether these facts name another account than the one that customers see and the one that waits. */
export function hasNewAccount(facts: FirmFacts, setting: FirmSetting): boolean {
  const accountIn = (one: Pick<FirmFacts, "bank_account" | "bank_account_name">) =>
    JSON.stringify([one.bank_account, one.bank_account_name]);
  return ![setting.value, editableFacts(setting)].some((known) => accountIn(known) === accountIn(facts));
}

const nobodysFacts = ["legal_name", "gst_number", "phone", "email", "street"] as const;
/** A firm may really have these: they count as looked at once something is saved. */
const likelyFacts = ["trading_name", "town", "postcode"] as const;

/** Whether a fact is still the example that the product comes with. */
export function isAsShipped(name: keyof FirmFacts, { value, version }: FirmSetting): boolean {
  const counted: readonly (keyof FirmFacts)[] =
    version === 0 ? [...nobodysFacts, ...likelyFacts] : nobodysFacts;
  return counted.includes(name) && value[name] === exampleFacts[name];
}
