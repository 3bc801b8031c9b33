import type * as v from "valibot";

import type { moneyRequests } from "#domain/deals/money-wire.ts";
import { returnChanges, returnKinds } from "#domain/deals/returns.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { type DealMail, letter, mailSizeMost } from "#server/features/deals/deal/deal-mail.ts";
import type { ReturnRow } from "#server/platform/database/money-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { inParagraphs } from "#server/services/mail/mail-layout.ts";

import { recordAfter } from "./change-order.ts";
import { returnForDesk } from "./order-for-desk.ts";
import { releaseReturned } from "./order-items.ts";

const noReturn: Refusal = { status: 404, message: "There is no such return" };
const noWords: Refusal = {
  status: 422,
  message: "words: say why, and what the customer does now: they go to the customer",
};
const tooLarge: Refusal = {
  status: 422,
  message: `The e-mail would be larger than ${mailSizeMost / 1000} KB: use fewer words`,
};

/** Decides about a return, by staff. The customer reads the words of an agreement or a refusal in a mail and on the page. */
export async function changeReturn(
  work: Work,
  { id, change, words }: v.InferOutput<typeof moneyRequests.return>,
): Promise<CallOutcome> {
  const { tx, deal, at } = work;
  const asked = deal.returns.find((one) => one.id === id);
  const order = deal.orders.find((one) => one.id === asked?.order_id);
  if (asked === undefined || order === undefined) return refused(noReturn);
  const { from, to, isMailed } = returnChanges[change];
  if (!from.some((state) => state === asked.state))
    return refused(`The return is ${asked.state} already: look at it again`);
  if (isMailed && words === "") return refused(noWords);
  const becomes = { ...asked, state: to, ...(isMailed ? { answer: words } : {}) };
  if (isMailed) {
    const mail = await returnMail(work, becomes, words);
    if (work.isTooLarge(mail)) return refused(tooLarge);
    await work.mail(mail);
  }
  const { state, answer } = becomes;
  const cells = { state, answer, changed_at: at.toISOString() };
  await tx.updateTable("returns").set(cells).where("id", "=", id).execute();
  if (to === "received") await releaseReturned(work, order, []);
  work.event({ type: "return_state", was: asked.state, becomes: to });
  if (!isMailed) work.note(words);
  const returns = deal.returns.map((one) => (one.id === id ? becomes : one));
  work.settleRecord(recordAfter({ ...deal, returns }, order));
  return { ok: { return: returnForDesk(becomes) } };
}

async function returnMail(
  { tx, deal, staff }: Work,
  { id, kind, state }: ReturnRow,
  words: string,
): Promise<DealMail> {
  const isAgreed = state === "agreed";
  const written = await letter(tx, deal, { userId: staff, words: inParagraphs(words) });
  const rights = "Your rights under the Consumer Guarantees Act stay as they are.";
  return {
    key: `return/${id}/${state}`,
    subject: `${isAgreed ? "Your return is agreed" : "About your return"} ${deal.reference}`,
    heading: isAgreed ? "Return agreed: send it back" : "Our answer about your return",
    paragraphs: isAgreed ? written : [...written, rights],
    facts: [{ label: "You wrote", value: returnKinds[kind] }],
    button: "See your return",
    words,
  };
}
