import { lineOf } from "#domain/deals/bank-source.ts";
import { openQuestions, stageOf } from "#domain/deals/deal-state.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { Deal } from "#domain/deals/deal.ts";
import { heldMachine } from "#domain/deals/hold.ts";
import { mailsWithLink } from "#domain/deals/mails.ts";
import { requestedIn } from "#domain/deals/requested.ts";
import { stages } from "#domain/deals/stage.ts";
import { type Weighed, weighPart, suggestedFreight } from "#domain/deals/suggested-freight.ts";
import { shownVersion } from "#domain/deals/versions.ts";
import { firm, payTo } from "#domain/firm.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink, lastRenewal } from "#server/features/deals/deal/deal-link.ts";
import { customerAddress } from "#server/features/deals/deal/deal-mail.ts";
import { readDeskSetting } from "#server/features/deals/deal/desk-settings.ts";
import { lastWeight } from "#server/features/deals/deal/price-memory.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { newestRefund } from "#server/features/deals/orders/card-refunds.ts";
import { orderForDesk } from "#server/features/deals/orders/order-for-desk.ts";
import { soldNow } from "#server/features/deals/orders/pulled.ts";
import { filedMails } from "#server/features/records/inbound-mails.ts";
import type { Query } from "#server/platform/database/database.ts";

import { dealTools } from "./deal-tools.ts";
import { readDraft } from "./quote-draft.ts";

/** Everything that staff see of a deal; null if there is no such quote request. */
export async function dealForDesk(
  context: DealContext,
  db: Query,
  reference: string,
): Promise<DealForDesk | null> {
  const deal = await readDeal(db, reference);
  if (deal === null) return null;
  const now = context.now();
  const stored = await readDraft(db, reference);
  const order = deal.orders.at(-1);
  const is_link_unsent = await isLinkUnsent(db, deal);
  return {
    ...dealTools(deal, now, is_link_unsent),
    draft: stored?.draft ?? null,
    draft_version: stored?.version ?? 0,
    versions: deal.versions.map((version) => shownVersion(version, now)),
    order: order === undefined ? null : orderForDesk(order),
    is_unpayable: payTo() === null && context.cards === null,
    payments: deal.payments.map((payment) => {
      const line = lineOf(payment);
      return line === null ? payment : { ...payment, line };
    }),
    parcels: deal.parcels,
    held_machine: heldMachine(deal.machines, now),
    sold: await soldNow(db, deal),
    documents: deal.documents,
    returns: deal.returns,
    card_refund: order === undefined ? null : await cardRefundForDesk(db, order.id),
    taken_back: deal.takenBack
      .filter((one) => one.order_id === order?.id)
      .map(({ amount_cents, why, due_on: by }) => ({ amount_cents, why, by })),
    messages: await messagesForDesk(db, deal),
    open_question: openQuestions(deal).at(-1)?.id ?? null,
    link: dealLink(context, deal).url,
    is_link_unsent,
    stage: stages[stageOf(deal, now)].title,
    suggestions: await suggestionsFor(context, db, deal),
  };
}

/** One that is on its way or was refused. */
async function cardRefundForDesk(db: Query, orderId: string): Promise<DealForDesk["card_refund"]> {
  const refund = await newestRefund(db, orderId);
  if (refund === undefined || refund.state === "done") return null;
  const { amount_cents, state, error, created_at: at } = refund;
  return { amount_cents, state, error, at };
}

/** What was said on the page and by mail, oldest first. */
async function messagesForDesk(db: Query, deal: Deal): Promise<DealForDesk["messages"]> {
  const mails = await filedMails(db, deal.reference, deal.record.asked_at);
  const onPage = deal.messages.filter(({ kind }) => kind !== "reply");
  return [...onPage, ...mails.map((mail) => ({ ...mail, kind: "reply" as const, by: null }))].toSorted(
    (one, other) => one.at.localeCompare(other.at),
  );
}

/** Whether the link was renewed and no mail about the deal has been written since. */
async function isLinkUnsent(db: Query, deal: Deal): Promise<boolean> {
  const { reference, record } = deal;
  const renewedAt = await lastRenewal(db, record.id);
  if (renewedAt === null || customerAddress(deal) === "") return false;
  const mails = db.selectFrom("outbox").select("key").where("ref_number", "=", reference);
  const newer = mails.where("kind", "in", mailsWithLink).where("created_at", ">", renewedAt).limit(1);
  return (await newer.executeTakeFirst()) === undefined;
}

/** As we last sent this part, or else by the table in Settings. */
async function weighed(db: Query, part: string): Promise<Weighed> {
  const weight = await lastWeight(db, part);
  if (weight !== null) return { weight, why: null };
  const { value: weights } = await readDeskSetting(db, "part-weights");
  return weighPart(weights, part);
}

async function suggestionsFor(
  _: DealContext,
  db: Query,
  { record }: Deal,
): Promise<DealForDesk["suggestions"]> {
  const { value: table } = await readDeskSetting(db, "freight");
  const { address, grade, part } = requestedIn(record);
  const { weight, why } = await weighed(db, part);
  const freight = suggestedFreight(table, address, weight);
  const noZone = freight.zone === null ? "No postcode or town that we know: choose the zone" : null;
  return {
    freight,
    weight,
    freight_note: [why, noZone].filter((note) => note !== null).join(". ") || null,
    grade,
    valid_days: firm.valid_days,
  };
}
