import { randomUUID } from "node:crypto";

import { isSameAccount, lastDigits } from "#domain/deals/bank-account.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import { dayMs } from "#domain/durations.ts";
import { firm, type FirmFacts } from "#domain/firm.ts";
import { firmFactLabels } from "#domain/firm/fact-labels.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import {
  type Account,
  accountOf,
  firmRow,
  isPending,
  readStoredFirm,
  shownFacts,
  type StoredFirm,
} from "#server/services/firm/stored-firm.ts";
import { type MailContent, mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import { queueMail } from "#server/services/mail/outbox-table.ts";
import type { Services } from "#server/services/services.ts";

export const savedFirst: Refusal = { status: 412, message: deskMessages.savedFirst };

interface FirmSave {
  /** The version that the owner saw. */
  readonly seen: number;
  readonly value: FirmFacts;
}

/** Stores what an owner wrote, for everything that names the firm; the mails that a new account needs leave with it. */
export async function saveFirm(
  services: Services,
  user: UserRow,
  { seen, value }: FirmSave,
): Promise<Outcome<true, Refusal>> {
  const { database, now, firmGiven } = services;
  return database.write<Outcome<true, Refusal>>(async (tx) => {
    await database.lock(tx, `setting ${firmRow}`);
    const stored = await readStoredFirm(tx);
    if (stored.version !== seen) return { refusal: savedFirst };
    const next = nextFirm(stored, value, firmGiven, now());
    const cells = {
      version: seen + 1,
      value: JSON.stringify(next),
      updated_at: now().toISOString(),
      user_id: user.id,
    };
    await tx
      .insertInto("desk_settings")
      .values({ name: firmRow, ...cells })
      .onConflict((known) => known.column("name").doUpdateSet(cells))
      .execute();
    const title = `Your firm: ${changedNames(stored.facts, next.facts).join(", ")}`;
    await recordAudit(tx, services, { event: "desk-setting-changed", actor: user.id, details: { title } });
    if (isOtherAccount(next.facts, stored.facts)) await tellOwners(tx, services, user, next);
    return { ok: true };
  });
}

/** Works out what is stored now: what the environment decides stays as it was stored. */
function nextFirm(
  stored: StoredFirm,
  value: FirmFacts,
  given: Partial<FirmFacts>,
  at: Date,
): Omit<StoredFirm, "version"> {
  const isGiven = (entry: [string, unknown]) => Object.hasOwn(given, entry[0]);
  const kept: Partial<FirmFacts> = Object.fromEntries(Object.entries(stored.facts).filter(isGiven));
  const facts: FirmFacts = { ...value, ...kept };
  const { trading_name: was } = stored.facts;
  const names = was === facts.trading_name ? [] : [was];
  return {
    ...account(stored, facts, at),
    former_names: [...new Set([...stored.former_names, ...names])].filter(
      (name) => name !== facts.trading_name,
    ),
  };
}

const waitMs = dayMs;

/** A new account waits for a day, unless there was none; the one that customers see ends that wait. */
function account(
  stored: StoredFirm,
  facts: FirmFacts,
  at: Date,
): Pick<StoredFirm, "facts" | "former_account"> {
  const shown = accountOf(shownFacts(stored, {}, at));
  const isWaiting = isPending(stored, at);
  // The form shows the one that waits: saving the rest of it leaves the wait as it is.
  if (!isOtherAccount(facts, stored.facts)) return { facts, former_account: stored.former_account };
  if (isWaiting && !isOtherAccount(facts, shown)) return { facts, former_account: null };
  if (shown.bank_account === null) return { facts, former_account: null };
  const until = new Date(at.getTime() + waitMs).toISOString();
  return { facts, former_account: { ...shown, until } };
}

export function isOtherAccount(one: Account, other: Account): boolean {
  const [a, b] = [one.bank_account ?? "", other.bank_account ?? ""];
  return !(a === b || isSameAccount(a, b)) || one.bank_account_name !== other.bank_account_name;
}

function changedNames(before: FirmFacts, after: FirmFacts): string[] {
  const names = Object.keys(firmFactLabels) as (keyof FirmFacts)[];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => firmFactLabels[name]);
}

/** Every owner hears of it: whoever has taken over one browser must not move the money unseen. */
async function tellOwners(
  tx: Query,
  { mail: settings, now }: Services,
  user: UserRow,
  { facts, former_account: former }: Omit<StoredFirm, "version">,
): Promise<void> {
  const at = now();
  const owners = await ownersOf(tx);
  const ending =
    facts.bank_account === null ? "none" : `the one that ends in ${lastDigits(facts.bank_account)}`;
  const when = former === null ? "from now on" : `from ${formatNzDateTime(new Date(former.until))}`;
  const content: MailContent = {
    heading: "The account that customers pay to",
    paragraphs: [
      `${user.full_name || user.email} has changed it on ${formatNzDateTime(at)}. Customers see ${ending}, ${when}.`,
      former === null
        ? "If that is wrong, change it in Settings, under Your firm, at once."
        : "If that is wrong, save the former account in Settings, under Your firm: that ends the change, and needs no password. Then change your passwords.",
    ],
    facts: [],
    footer: `${firm.trading_name}, ${firm.town}, ${firm.region}`,
  };
  const parts = { subject: content.heading, text: mailText(content), html: mailHtml(content) };
  for (const to of owners) {
    await queueMail(tx, settings, { key: `staff/account-${randomUUID()}`, to, ...parts, dueAt: at }, at);
  }
}

async function ownersOf(tx: Query): Promise<string[]> {
  const owners = await tx
    .selectFrom("users")
    .select("email")
    .where("desk_role", "=", "owner")
    .where("disabled_at", "is", null)
    .execute();
  return owners.map(({ email }) => email);
}
