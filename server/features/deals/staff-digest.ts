import type { Deal } from "#domain/deals/deal.ts";
import { formatCents } from "#domain/deals/money.ts";
import { returnKinds } from "#domain/deals/returns.ts";
import type { Sale } from "#domain/deals/sale.ts";
import { hourMs, minuteMs } from "#domain/durations.ts";
import { formatNzTime } from "#domain/nz-time.ts";
import type { RecordEventType } from "#domain/record-event.ts";
import { summaryOf } from "#domain/submission-values.ts";
import { type Fact, type MailContent, mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import { composeMail, shortened } from "#server/services/mail/mail.ts";
import { type CustomerMail, nameOf, queueMail } from "#server/services/mail/outbox-table.ts";

import { type ChoreContext, forEachDeal, type Work } from "./deal/change-deal.ts";
import { customerAddress, mailSizeMost } from "./deal/deal-mail.ts";
import { changeEither } from "./sales/offers.ts";

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
    changeEither(context, { reference, userId: null }, async (work) => {
      const events = await takeEvents(work);
      if (events.length > 0) await queueMail(work.tx, context.mail, digestMail(work, events), work.at);
    }),
  );
}

interface DigestEvent {
  readonly id: number;
  readonly type: RecordEventType;
  readonly at: string;
}

/** Returns the events that this mail tells, each once. */
async function takeEvents({ tx, deal }: Work<Deal | Sale>): Promise<DigestEvent[]> {
  const taken = await tx
    .deleteFrom("staff_digests")
    .where("ref_number", "=", deal.reference)
    .returning("event_id")
    .execute();
  if (taken.length === 0) return [];
  const ids = taken.map(({ event_id: id }) => id);
  const events = tx.selectFrom("record_events").select(["id", "type", "at"]).where("id", "in", ids);
  return events.orderBy("id").execute();
}

/** Shows less of what the visitor wrote until the mail fits: a character can take 18 bytes. */
function digestMail(work: Work<Deal | Sale>, events: readonly DigestEvent[]): CustomerMail {
  for (let shown = wordsShown; ; shown = Math.floor(shown / 2)) {
    const mail = composeDigest(work, events, shown);
    const { source } = composeMail(work.context.mail, { ...mail, name: nameOf(mail.key), date: work.at });
    if (shown === 0 || source.length <= mailSizeMost) return mail;
  }
}

function composeDigest(
  { context, deal, at }: Work<Deal | Sale>,
  events: readonly DigestEvent[],
  shown: number,
): CustomerMail {
  const { reference, submission, record } = deal;
  const others = events.filter(({ type }) => type !== "photo");
  const photos = photoFacts(events);
  const told = [...photos.map(({ value }) => value), ...others.map(({ type }) => said[type] ?? type)];
  const content: MailContent = {
    heading: `${reference}: ${[...new Set(told)].join(", ")}`,
    paragraphs: [summaryOf(submission, { ...record })],
    facts: [...photos, ...others.map((event) => factOf(event, deal, shown))],
    button: { label: "Open the record", href: `${context.mail.siteOrigin}/admin?record=${reference}` },
    footer: "Reply to this e-mail to answer the customer.",
  };
  return {
    key: `staff/${events[0]?.id}`,
    refNumber: reference,
    to: context.mail.to,
    replyTo: customerAddress(deal) || context.mail.replyTo,
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

/** Returns one line, however many there are. */
function photoFacts(events: readonly DigestEvent[]): Fact[] {
  const photos = events.filter(({ type }) => type === "photo");
  const value = photos.length === 1 ? "1 photo" : `${photos.length} photos`;
  return photos.slice(0, 1).map(({ at }) => ({ label: formatNzTime(new Date(at)), value }));
}

/** Returns the event with what the visitor wrote at that moment. */
function factOf({ type, at }: DigestEvent, deal: Deal | Sale, shown: number): Fact {
  const label = formatNzTime(new Date(at));
  const asked =
    type === "return_asked" && "returns" in deal ? deal.returns.find((one) => one.at === at) : undefined;
  const message = deal.messages.find((one) => one.at === at && one.by === null);
  const words = asked?.words || message?.words || null;
  const price = message?.amount_cents ?? null;
  const more = asked === undefined ? price && formatCents(price) : returnKinds[asked.kind];
  const text = `${said[type] ?? type}${more === null ? "" : `: ${more}`}`;
  return { label, value: words === null ? text : `${text}: ${shortened(words, shown)}` };
}
