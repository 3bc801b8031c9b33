import { formatCents } from "#domain/deals/money.ts";
import { gstKinds, type Purchase } from "#domain/deals/purchase.ts";
import type { BoughtMachine } from "#domain/deals/sale.ts";
import { firm } from "#domain/firm.ts";
import { formatDayAndYear, formatNzDateTime } from "#domain/nz-time.ts";
import type { PurchaseRecord, ViewedPurchase } from "#server/features/deals/sales/dealers-record.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

export const recordTitle = ({ number }: BoughtMachine) => `Dealer's record, machine ${number}`;

/** The dealer's record to print, sign and show to the police (Secondhand Dealers and Pawnbrokers Act 2004, section 42). */
export function recordPage({ machine, first, corrections }: ViewedPurchase): Markup {
  const before = [first, ...corrections];
  return html`<main><h1>${recordTitle(machine)}</h1>
<p>${firm.legal_name}, trading as ${firm.trading_name}, ${firm.street}, ${firm.town}. Reference ${first.ref_number}.</p>
<dl>${fact("Our number", String(machine.number))}${fact("Machine", machine.name)}${fact("Quantity", "1")}
${first.purchase === null ? unreadable : facts(first.purchase, null)}
${fact("Recorded by", `${first.by}, ${formatNzDateTime(new Date(first.at))}`)}${fact("On hold to the end of", formatDayAndYear(new Date(machine.hold_until)))}</dl>
<div class="sign"><p>Signature of the seller, date</p><p>Signature of ${first.by}, date</p></div>
${corrections.map((correction, index) => corrected(correction, before[index]?.purchase ?? null))}
<p class="small">Kept for 7 years from the purchase (Secondhand Dealers and Pawnbrokers Act 2004, section 42; Tax Administration Act 1994, section 22). Each view of this page is in the audit list.</p></main>`;
}

const unreadable = html`<div><dt>The rest</dt><dd>Cannot be read: it was sealed with another LINK_SECRET. Restore that one from your secrets.</dd></div>`;

function fact(label: string, value: string): Markup {
  return html`<div><dt>${label}</dt><dd class="pre">${value}</dd></div>`;
}

const dayText = (day: string | null) => day && formatDayAndYear(new Date(day));

/** In the order of the record. */
const labels: readonly (readonly [label: string, value: (purchase: Purchase) => string | null])[] = [
  ["Full name", ({ name }) => name],
  ["Address", ({ address }) => address],
  ["Phone", ({ phone }) => phone],
  ["Date of birth", ({ birth_date: day }) => dayText(day)],
  ["Identified by", ({ identified_by: by }) => by],
  ["Number on the ID", ({ identity_number: number }) => number],
  ["Not identified, because", ({ not_identified_why: why }) => why],
  ["Description", ({ description }) => description],
  ["VIN or frame number", ({ vin }) => vin],
  ["Registration", ({ registration }) => registration],
  [
    "Runs, or would after minor repairs",
    ({ functioning: runs }) => (runs === null ? null : runs ? "Yes" : "No"),
  ],
  ["Price paid", ({ price_cents: cents }) => (cents === null ? null : formatCents(cents))],
  ["Paid by", ({ paid_by: way }) => way && { transfer: "Bank transfer", cash: "Cash" }[way]],
  ["Bought on", ({ bought_on: day }) => dayText(day)],
  ["GST", ({ gst }) => gst && gstKinds[gst]],
];

/** All of them, or what differs from `before`. */
function facts(purchase: Purchase, before: Purchase | null): Markup[] {
  const shown = labels.filter(([, value]) => before === null || value(purchase) !== value(before));
  return shown.map(([label, value]) => fact(label, value(purchase) ?? "-"));
}

function corrected({ at, by, purchase }: PurchaseRecord, before: Purchase | null): Markup {
  return html`<h2>Corrected by ${by}, ${formatNzDateTime(new Date(at))}</h2>
<dl>${purchase === null ? unreadable : facts(purchase, before)}</dl>
<div class="sign"><p>Signature of the seller, date</p><p>Signature of ${by}, date</p></div>`;
}
