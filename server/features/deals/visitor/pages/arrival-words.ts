import { businessDayAfter } from "#domain/deals/deadlines.ts";
import { activeOrder, visitorActionsNow } from "#domain/deals/deal-state.ts";
import type { Deal, QuoteVersion } from "#domain/deals/deal.ts";
import { collectSentence, type DeliveryWay, wayOf } from "#domain/deals/delivery-ways.ts";
import { type Hold, holdOn } from "#domain/deals/hold.ts";
import { orderStates } from "#domain/deals/order.ts";
import { currentVersion } from "#domain/deals/versions.ts";
import { formatDay, nzDate, nzInstant } from "#domain/nz-time.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";

/** Of parts that can be approved now, or that wait to leave. */
export function holdNow({ context, deal, at }: Work): Hold | null {
  const order = activeOrder(deal);
  const isAhead =
    order === null
      ? visitorActionsNow(deal, at).includes("approve")
      : orderStates[order.state].isUnsent === true;
  const version = shownVersion(deal, at);
  if (version === null || !isAhead) return null;
  return holdOn({ lines: version.content.lines, machines: deal.machines }, at, context.calendar);
}

function shownVersion(deal: Deal, at: Date): QuoteVersion | null {
  const order = activeOrder(deal);
  return deal.versions.find(({ number }) => number === order?.number) ?? currentVersion(deal, at);
}

/** How the parts get to the customer, as far as that is known. */
export function wayNow({ deal, at }: Work): DeliveryWay {
  return wayOf(shownVersion(deal, at)?.content.freight ?? {});
}

/** When a parcel arrives that is still with us, or where it is collected. */
export function arrivalAfter(work: Work, way: DeliveryWay, hold: Hold | null): string {
  if (way === "pick-up") return collectSentence();
  if (hold === null) return "Most parcels arrive 2-4 business days later. Rural addresses can take longer.";
  const { span } = arrivalDays(work, nzInstant(hold.from, "00:00"));
  return `Sent on ${formatDay(hold.from, work.at)}, it should arrive ${span}. Rural addresses can take longer.`;
}

/** When the parcels arrive that are on their way. */
export function arrivalOf(work: Work): string {
  const parcel = work.deal.parcels.findLast(({ state }) => state === "with_carrier");
  if (parcel === undefined) return "We are looking into what has not reached you, and will be in touch.";
  const { last, span } = arrivalDays(work, new Date(parcel.sent_at));
  if (nzDate(work.at) > last)
    return `It should have arrived by ${shortDay(last, work.at)}; rural addresses can take longer. Not there? Tell us.`;
  return `Should arrive ${span}. Rural addresses can take longer.`;
}

/** Terms of sale: most orders arrive in 2-4 business days. */
function arrivalDays({ context, at }: Work, sent: Date) {
  const day = (after: number) => businessDayAfter(sent, after, context.calendar);
  const last = day(4);
  const [from, to] = [shortDay(day(2), at), shortDay(last, at)];
  const isOneMonth = from.slice(-3) === to.slice(-3);
  return { last, span: `${isOneMonth ? from.replace(/ [A-Z]\w+( \d+)?$/, "") : from} to ${to}` };
}

/** "Tue 1 December" */
const shortDay = (date: string, at: Date) => formatDay(date, at).replace(/^(...)\w*/, "$1");
