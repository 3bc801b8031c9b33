import { formatCents } from "#domain/deals/money.ts";
import { returnKinds } from "#domain/deals/returns.ts";
import { hourMs, minuteMs } from "#domain/durations.ts";
import { formatNzTime } from "#domain/nz-time.ts";
import type { RecordEventType } from "#domain/record-event.ts";
import { summaryOf } from "#domain/submission-values.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Fact, type MailContent, mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import { composeMail, shortened } from "#server/services/mail/mail.ts";
import { type CustomerMail, nameOf, queueMail } from "#server/services/mail/outbox-table.ts";

import { type ChoreContext, forEachDeal } from "./deal/change-deal.ts";
import type { DealContext } from "./deal/deal-context.ts";
import { customerAddress, mailSizeMost } from "./deal/deal-mail.ts";
import { changeEither, type EitherMoment } from "./sales/change-either.ts";

const waitMs = 5 * minuteMs;
/** Clocks of instances differ by less. An event further ahead was written by a wrong clock. */
const aheadMs = hourMs;
const wordsShown = 1000;

/** Mails staff what visitors did: one mail for each deal, five minutes after the first event. */
export async function sendDigests(context: ChoreContext, now: Date): Promise<void> {
  const due = context.database.reader
    .selectFrom("staff_digests")
    .select("ref_number")
    .distinct()
    .where((row) =>
      row.or([
        row("at", "<=", new Date(now.getTime() - waitMs).toISOString()),
        row("at", ">", new Date(now.getTime() + aheadMs).toISOString()),
      ]),
    );
  await forEachDeal(context, await due.execute(), (reference) =>
    changeEither(context, { reference, userId: null }, async ({ tx, of, at }) => {
      const events = await takeEvents(tx, reference);
      const [first] = events;
      if (first === undefined) return { result: null };
      const mail = digestMail(context, { of, events, key: `staff/${first.id}`, at });
      await queueMail(tx, context.mail, mail, at);
      return { result: null };
    }),
  );
}

interface ToldEvent {
  readonly id: number;
  readonly type: RecordEventType;
  readonly at: string;
}

/** The events are told with this mail, once. */
async function takeEvents(tx: Query, reference: string): Promise<ToldEvent[]> {
  const taken = await tx
    .deleteFrom("staff_digests")
    .where("ref_number", "=", reference)
    .returning("event_id")
    .execute();
  if (taken.length === 0) return [];
  const ids = taken.map(({ event_id: id }) => id);
  const events = tx.selectFrom("record_events").select(["id", "type", "at"]).where("id", "in", ids);
  return events.orderBy("id").execute();
}

interface Digest {
  readonly of: EitherMoment["of"];
  readonly events: readonly ToldEvent[];
  readonly key: string;
  readonly at: Date;
}

/** Shows less of what the visitor wrote until the mail fits: a character can take 18 bytes. */
function digestMail(context: DealContext, digest: Digest): CustomerMail {
  for (let shown = wordsShown; ; shown = Math.floor(shown / 2)) {
    const mail = composeDigest(context, digest, shown);
    const { source } = composeMail(context.mail, { ...mail, name: nameOf(mail.key), date: digest.at });
    if (shown === 0 || source.length <= mailSizeMost) return mail;
  }
}

function composeDigest(context: DealContext, { of, events, key, at }: Digest, shown: number): CustomerMail {
  const { reference, submission, record } = of;
  const others = events.filter(({ type }) => type !== "photo");
  const photos = photoFacts(events);
  const told = [...photos.map(({ value }) => value), ...others.map(({ type }) => said[type] ?? type)];
  const content: MailContent = {
    heading: `${reference}: ${[...new Set(told)].join(", ")}`,
    paragraphs: [summaryOf(submission, { ...record })],
    facts: [...photos, ...others.flatMap((event) => factsOf(event, of, shown))],
    button: { label: "Open the record", href: `${context.mail.siteOrigin}/admin?record=${reference}` },
    footer: "Reply to this e-mail to answer the customer.",
  };
  return {
    key,
    refNumber: reference,
    to: context.mail.to,
    replyTo: customerAddress(of),
    subject: content.heading,
    text: mailText(content),
    html: mailHtml(content),
    dueAt: at,
  };
}

const said: Partial<Record<RecordEventType, string>> = {
  approved: "approved",
  declined: "declined",
  asked: "asked a question",
  still_interested: "still interested",
  taken_back: "approval taken back",
  received: "parcel has arrived",
  return_asked: "wants to send it back",
  quote_sold: "wanted a part that is sold",
  offer_accepted: "accepted our offer",
  countered: "wants another price",
};

/** One line, however many there are. */
function photoFacts(events: readonly ToldEvent[]): Fact[] {
  const photos = events.filter(({ type }) => type === "photo");
  const value = photos.length === 1 ? "1 photo" : `${photos.length} photos`;
  return photos.slice(0, 1).map(({ at }) => ({ label: formatNzTime(new Date(at)), value }));
}

/** With the words that the visitor wrote at that moment. */
function factsOf({ type, at }: ToldEvent, of: Digest["of"], shown: number): Fact[] {
  const label = formatNzTime(new Date(at));
  const asked =
    type === "return_asked" && "returns" in of ? of.returns.find((one) => one.at === at) : undefined;
  const message = of.messages.find((one) => one.at === at && one.user_id === null);
  const words = asked?.words || message?.words || null;
  const price = message?.amount_cents ?? null;
  const more = asked === undefined ? price && formatCents(price) : returnKinds[asked.kind];
  const text = `${said[type] ?? type}${more === null ? "" : `: ${more}`}`;
  return [{ label, value: words === null ? text : `${text}: ${shortened(words, shown)}` }];
}
