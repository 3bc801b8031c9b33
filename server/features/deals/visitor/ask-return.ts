import { randomUUID } from "node:crypto";

import * as v from "valibot";

import { activeOrder } from "#domain/deals/deal-state.ts";
import type { Order } from "#domain/deals/deal.ts";
import {
  mayChangeMind,
  openReturn,
  type ReturnKind,
  returnKindNames,
  returnKinds,
} from "#domain/deals/returns.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import type { DealMail } from "#server/features/deals/deal/deal-mail.ts";

import { type PressOutcome, visitorWords } from "./page-form.ts";
import { answerWords, pageOrder } from "./pages/load-view.ts";
import { promising } from "./pages/page-view.ts";
import { shortName } from "./pages/quote-sections.ts";
import { type PageRefusal, refusals } from "./refusals.ts";
import { mayNow, reopen } from "./visitor-actions.ts";

/** `line` holds ids of lines of the order: a form with one tick sends one text. */
export const returnForm = v.object({
  kind: v.picklist(returnKindNames, "noKind"),
  line: v.pipe(
    v.optional(v.union([v.string(), v.array(v.string())], "noLine"), []),
    v.transform((line) => [line].flat()),
    v.minLength(1, "noLine"),
  ),
  words: visitorWords,
});

/** The customer wants to send something back: staff decide about it. One at a time for each order. */
export async function askReturn(
  work: Work,
  { kind, line, words }: v.InferOutput<typeof returnForm>,
): Promise<PressOutcome> {
  const { tx, deal, at } = work;
  const order = activeOrder(deal);
  if (order === null) return { refusal: refusals.notNow };
  const ordered = pageOrder(deal, order)?.lines ?? [];
  const lines = ordered.map(({ id }) => id).filter((id) => line.includes(id));
  const open = openReturn(deal);
  const isSame = open?.kind === kind && open.words === words && open.lines.join() === lines.join();
  if (isSame) return { ok: true };
  if (lines.length < new Set(line).size) return { refusal: refusals.noLine };
  const refusal = refusalNow(work, order, kind);
  if (refusal !== null) return { refusal };
  const instant = at.toISOString();
  const id = randomUUID();
  const state = { answer: null, state: "asked", at: instant, changed_at: instant } as const;
  await tx
    .insertInto("returns")
    .values({
      id,
      order_id: order.id,
      ref_number: deal.reference,
      kind,
      words,
      lines: JSON.stringify(lines),
      ...state,
    })
    .execute();
  const parts = ordered.filter((one) => lines.includes(one.id)).map(shortName);
  await work.mail(await askedMail(work, { id, kind, parts: parts.join("; ") }));
  work.event({ type: "return_asked", becomes: kind });
  reopen(work);
  return { ok: true };
}

/** Says what was asked, and by when we answer. The customer's own words stay out, as in all mails but those that staff write. */
async function askedMail(
  work: Work,
  { id, kind, parts }: { readonly id: string; readonly kind: ReturnKind; readonly parts: string },
): Promise<DealMail> {
  const answer = answerWords(await promising(work), work.at.toISOString());
  return {
    key: `return/${id}/asked`,
    subject: `You asked to send it back ${work.deal.reference}`,
    heading: "We have your request to send it back",
    paragraphs: [answer, "Please keep the part as it is until then."],
    facts: [
      { label: "Part", value: parts },
      { label: "Why", value: returnKinds[kind] },
    ],
    button: "See your return",
  };
}

function refusalNow(work: Work, order: Order, kind: ReturnKind): PageRefusal | null {
  if (!mayNow(work, "return")) return refusals.notNow;
  if (openReturn(work.deal) !== null) return refusals.returnOpen;
  return kind === "changed-mind" && !mayChangeMind(order, work.at) ? refusals.tooLate : null;
}
