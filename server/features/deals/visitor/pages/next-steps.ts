import { formatDay } from "#domain/nz-time.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { DealView } from "./page-view.ts";

/** What happens after this page, with dates. */
export function nextSteps(view: DealView): Markup | string {
  const steps = stepsOf(view);
  if (steps.length === 0) return "";
  return html`<section class="block prose"><h2>What happens next</h2><ol class="steps">${steps.map((step) => html`<li>${step}</li>`)}</ol></section>`;
}

function stepsOf({ stage, version, canApprove, order, lastDayToPay, at }: DealView): string[] {
  const send = "Once your payment shows up in our account, we pack your parts and send them with tracking.";
  const arrive = "Most parcels arrive 2-4 business days later. Rural addresses can take longer.";
  if (stage === "pricing")
    return [
      "We check that the part fits and what shape it is in.",
      "You get an e-mail with the price, and this page shows the quote.",
      "You approve it here with one press, or say no thanks. You owe nothing until then.",
    ];
  if (stage === "answering" && !canApprove)
    return ["We check the part and the price again.", "You get an e-mail, and this page shows our answer."];
  if ((stage === "ready" || stage === "answering") && version !== null) {
    const approveBy = `Approve here by the end of ${formatDay(version.valid_until, at)}.`;
    return [
      approveBy,
      `You then see how to pay. If you approve today, pay by the end of ${formatDay(lastDayToPay, at)}.`,
      send,
      arrive,
    ];
  }
  if (stage === "approved" && order !== null)
    return [
      `Pay by the end of ${formatDay(order.lastDayToPay, at)}. If you don’t pay, we cancel the order. You owe nothing.`,
      send,
      arrive,
    ];
  return stage === "paid"
    ? ["We pack your parts.", "You get the tracking number by e-mail, and this page shows it.", arrive]
    : [];
}
