import { exampleFacts, type FirmFacts, firmOf, setFirm } from "#domain/firm.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Query } from "#server/platform/database/database.ts";

export interface Account {
  readonly bank_account: string | null;
  readonly bank_account_name: string | null;
}

/** Version 0 is what the shop starts with. */
export interface StoredFirm {
  readonly version: number;
  readonly facts: FirmFacts;
  readonly former_names: readonly string[];
  /** What customers saw, and see until then. Payments to it still come. */
  readonly former_account: (Account & { readonly until: string }) | null;
}

export const firmRow = "firm";

export async function readStoredFirm(db: Query): Promise<StoredFirm> {
  const row = await db
    .selectFrom("desk_settings")
    .select(["version", "value"])
    .where("name", "=", firmRow)
    .executeTakeFirst();
  const empty = { facts: exampleFacts, former_names: [], former_account: null };
  if (row === undefined) return { version: 0, ...empty };
  // Only our own route writes it. A fact that a later build adds starts with its example.
  const { facts, ...rest } = JSON.parse(row.value) as Omit<StoredFirm, "version">;
  return { ...empty, ...rest, version: row.version, facts: { ...exampleFacts, ...facts } };
}

/** Whether customers still see the account that an owner has replaced. */
export function isPending({ former_account: former }: StoredFirm, at: Date): boolean {
  return former !== null && at.toISOString() < former.until;
}

/** The facts as they are shown: those that the environment decides win. */
export function shownFacts(stored: StoredFirm, given: Partial<FirmFacts>, at: Date): FirmFacts {
  const { facts, former_account: former } = stored;
  const account = former !== null && isPending(stored, at) ? accountOf(former) : {};
  return { ...facts, ...account, ...given };
}

export function accountOf({ bank_account, bank_account_name }: Account): Account {
  return { bank_account, bank_account_name };
}

/** For a command, which is done before the firm changes. */
export function loadFirm(db: Query, firmGiven: Partial<FirmFacts>, now: () => Date): Promise<void> {
  return new FirmWatch({ now, firmGiven }).refresh(db);
}

interface FirmContext {
  readonly now: () => Date;
  readonly firmGiven: Partial<FirmFacts>;
}

/** Keeps the firm of this process as it is stored: another instance may have changed it. */
export class FirmWatch {
  readonly #context: FirmContext;
  #seen = "";

  constructor(context: FirmContext) {
    this.#context = context;
  }

  async refresh(db: Query): Promise<void> {
    const stored = await readStoredFirm(db);
    const { now, firmGiven } = this.#context;
    const at = now();
    // Pages say whether we are closed soon, which the day decides.
    const seen = `${stored.version} ${isPending(stored, at)} ${nzDate(at)}`;
    if (seen === this.#seen) return;
    const shown = shownFacts(stored, firmGiven, at);
    const { facts, former_account: former, former_names } = stored;
    const accounts = [shown, facts, former].flatMap((one) => one?.bank_account ?? []);
    setFirm(firmOf(shown, { former_names, accounts: [...new Set(accounts)] }));
    this.#seen = seen;
  }
}
