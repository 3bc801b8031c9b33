import { mailWatcher } from "#server/features/records/note-mail.ts";
import type { MailWatcher } from "#server/services/mail/outbox.ts";
import type { Services } from "#server/services/services.ts";

/** Kinds of mails about a deal (deals.md section 6) besides the quote, which answers the request. */
const otherKinds = ["answer", "reminder", "order", "pay", "lapsed", "paid", "part", "parcel"] as const;

/** Tells the desks what became of a mail about a deal. */
export function dealWatchers(
  context: Pick<Services, "database" | "calendar">,
): Readonly<Record<string, MailWatcher>> {
  const others = otherKinds.map((kind) => [kind, mailWatcher(context, null)] as const);
  return { quote: mailWatcher(context, "quote"), ...Object.fromEntries(others) };
}
