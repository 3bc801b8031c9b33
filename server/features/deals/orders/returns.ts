import type * as v from "valibot";

import type { Order } from "#domain/deals/deal.ts";
import type { moneyRequests } from "#domain/deals/money-wire.ts";
import { type Return, returnChanges, returnKinds, returnStates } from "#domain/deals/returns.ts";
import { partLabel } from "#domain/stock/part.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { letter, tooManyWords } from "#server/features/deals/deal/deal-mail.ts";
import { stockItems, takeBackPart } from "#server/features/deals/parts/part-holds.ts";
import { inParagraphs } from "#server/services/mail/mail-layout.ts";

import { recordAfter } from "./change-order.ts";
import { approvedLines, itemsOf, releaseReturned } from "./order-items.ts";

type ReturnDecision = Exclude<v.InferOutput<typeof moneyRequests.return>, { change: "ask" }>;

/** Decides about a return, by staff. The customer reads the words of an agreement or a refusal in a mail and on the page. */
export async function changeReturn(work: Work, decision: ReturnDecision): Promise<CallOutcome> {
  const { id, change, words } = decision;
  const { tx, deal, at, staff } = work;
  const asked = deal.returns.find((one) => one.id === id);
  const order = deal.orders.find((one) => one.id === asked?.order_id);
  if (asked === undefined || order === undefined)
    return refused({ status: 404, message: "There is no such return" });
  if (!returnStates[asked.state].changes.includes(change))
    return refused(`The return is ${asked.state} already: look at it again`);
  const { to, ...row } = returnChanges[change];
  const back = to === "received" ? await partsBack(work, order, asked) : [];
  const unsaid = back.find(({ number }) => decision.parts.every((part) => part.number !== number));
  if (unsaid !== undefined) return refused(whereTo(unsaid.number));
  if ("mail" in row) {
    if (words === "") return refused(noWords);
    const { subject, heading, end } = row.mail;
    const mail = {
      key: `return/${id}/${to}`,
      subject: `${subject} ${deal.reference}`,
      heading,
      paragraphs: [...(await letter(tx, deal, { userId: staff, words: inParagraphs(words) })), ...end],
      facts: [{ label: "You wrote", value: returnKinds[asked.kind] }],
      button: "See your return",
      words,
    };
    if (work.isTooLarge(mail)) return refused(tooManyWords);
    await work.mail(mail);
  }
  const answer = "mail" in row ? words : asked.answer;
  const cells = { state: to, answer, changed_at: at.toISOString() };
  await tx.updateTable("returns").set(cells).where("id", "=", id).execute();
  if (to === "received") await releaseReturned(work, order, []);
  for (const { number, pieces } of back) {
    const part = decision.parts.find((one) => one.number === number);
    if (part !== undefined) await takeBackPart(work, order.id, part, pieces);
  }
  work.event({ type: "return_state", was: asked.state, becomes: to });
  if (!("mail" in row)) work.note(words);
  const becomes = { ...asked, state: to, answer };
  const returns = deal.returns.map((one) => (one.id === id ? becomes : one));
  work.settleRecord(recordAfter({ ...deal, returns }, order));
  return { ok: { return: becomes } };
}

/** Returns the parts of our stock that come back and are not back yet, in the order in which parts are locked. */
async function partsBack({ tx }: Work, order: Order, { lines }: Return) {
  const own = (await approvedLines(tx, order)).filter(({ id }) => lines.includes(id));
  const wanted = itemsOf(own);
  return (await stockItems(tx, order.id, false)).flatMap(({ number, pieces: out }) => {
    const pieces = wanted.find(({ item_label: label }) => label === partLabel(number))?.pieces ?? 0;
    return pieces === 0 ? [] : { number, pieces: Math.min(pieces, out) };
  });
}

const whereTo = (number: number) => ({
  status: 422,
  message: `parts: say whether ${partLabel(number)} goes back on a shelf, and on which one`,
});

const noWords = {
  status: 422,
  message: "words: say why, and what the customer does now: they go to the customer",
};
