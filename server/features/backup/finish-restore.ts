import type { Account } from "#domain/accounts.ts";
import { BusinessCalendar } from "#domain/business-calendar.ts";
import { formatDayAndYear } from "#domain/nz-time.ts";
import { listAccounts } from "#server/features/auth/users.ts";
import {
  numbersLeftOut,
  type ResumedOrders,
  resumeOrders,
} from "#server/features/deals/orders/order-chores.ts";
import { eraseAgain, readErasures } from "#server/features/retention/erasures.ts";
import type { Config } from "#server/platform/config/config.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";
import { installationSecrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { noteDoubtedMails } from "#server/services/mail/mail-problem.ts";
import { doubtUnsentMails } from "#server/services/mail/outbox-table.ts";

import { endRestore } from "./unfinished-restore.ts";

export interface FinishedRestore {
  readonly sessionsEnded: number;
  readonly orders: ResumedOrders;
  /** How many erasures are listed, how many lines cannot be trusted, and the references of what was erased again. */
  readonly erasures: {
    readonly listed: number;
    readonly doubtful: number;
    readonly again: readonly string[];
  };
  readonly users: readonly Account[];
}

/**
 * Makes up for the time since the backup: ends all sessions, leaves mails unsent that may have been sent since, gives
 * orders time to be paid, leaves out invoice numbers, and erases again who is in the lists.
 */
export async function finishRestore(
  config: Config,
  lists: readonly string[],
  now: () => Date,
): Promise<FinishedRestore> {
  const database = await openDatabase(config.database);
  try {
    const { sessionSecret, linkSecret } = installationSecrets(config);
    const [keys, linkKeys] = [deriveKeys(sessionSecret), deriveKeys(linkSecret)];
    const stopped = await stopWhatWasGoingOn(config, { database, keys, now });
    const { erasures, doubtful } = await readErasures(lists, linkKeys);
    const again = await eraseAgain({ database, keys, linkKeys, now }, erasures);
    await database.emptyLog();
    const accounts = await listAccounts(database.reader);
    const users = accounts.filter(({ disabled_at: disabledAt }) => disabledAt === null);
    await endRestore(config.dataDir);
    return { ...stopped, erasures: { listed: erasures.length, doubtful, again }, users };
  } finally {
    await database.close();
  }
}

type Stopped = Pick<FinishedRestore, "sessionsEnded" | "orders">;

/** A session in the backup may have been ended since, a mail may have been sent, and an order approved or paid. */
function stopWhatWasGoingOn({ closures, deals }: Config, context: AuditContext): Promise<Stopped> {
  return context.database.write(async (tx) => {
    const at = context.now();
    await doubtUnsentMails(tx);
    await noteDoubtedMails(tx);
    const orders = await resumeOrders(tx, { calendar: new BusinessCalendar(closures), deals }, at);
    const { length: count } = await tx.deleteFrom("sessions").returning("id").execute();
    await recordAudit(tx, context, { event: "backup-restored", actor: "command-line", details: { count } });
    return { sessionsEnded: count, orders };
  });
}

export function describeRestore(finished: FinishedRestore, lists: readonly string[]): string {
  return [describeErasures(finished, lists), describeOrders(finished), describeUsers(finished)]
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function describeErasures(
  { erasures: { listed, doubtful, again } }: FinishedRestore,
  lists: readonly string[],
) {
  if (listed + doubtful === 0)
    return [
      `No erasures are listed in ${lists.join(" or ")}. If somebody was erased after this backup was taken, do it again: npm run person -- erase <e-mail>`,
    ];
  const left = again.length === 0 ? "nothing of them was there" : again.join(", ");
  const trusted = [`Erased again, because the list of erasures says so (${listed}): ${left}`];
  if (doubtful === 0) return trusted;
  return [
    ...trusted,
    `Lines of the list that were left out: ${doubtful}. They are damaged, or sealed with another LINK_SECRET. Erase those people again by hand.`,
  ];
}

function describeOrders({ orders: { waiting, payBy, nextInvoice } }: FinishedRestore): string[] {
  const lastDay = formatDayAndYear(new Date(payBy.getTime() - 1));
  return [
    `Orders that wait for payment: ${waiting}. They do so until the end of ${lastDay} at least: enter again by then what was paid after this backup was taken.`,
    `The next invoice is ${nextInvoice}: the numbers ${nextInvoice - numbersLeftOut} to ${nextInvoice - 1} are left out, because they may have been given out after this backup was taken.`,
  ];
}

function describeUsers({ sessionsEnded, users }: FinishedRestore): string[] {
  return [
    `Everybody is signed out (sessions ended: ${sessionsEnded}). Passwords, two-step sign-in and disabled users are as they were then.`,
    "These users may sign in now. Disable those who have left since: npm run admin -- disable <e-mail>",
    ...users.map(({ email, has_two_step: twoStep }) => `  ${email}${twoStep ? "  (two-step sign-in)" : ""}`),
  ];
}
