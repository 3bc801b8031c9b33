import { randomUUID } from "node:crypto";

import * as v from "valibot";

import { visitorWordsSchema } from "#domain/deals/quote.ts";
import { isReturnKind, mayChangeMind, returnKinds } from "#domain/deals/returns.ts";
import { changeDeal, type DealMoment } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { type DealMail, queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { activeOrder, openReturn } from "#server/features/deals/deal/deal-state.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";
import type { ReturnRow } from "#server/platform/database/money-tables.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";

import type { Visit } from "./find-visit.ts";
import { answerWords, type Moment, pageOrder } from "./pages/load-view.ts";
import { shortName } from "./pages/quote-sections.ts";
import { type PageRefusal, refusals } from "./refusals.ts";
import { type ActionOutcome, byVisitor, done, mayNow, refused, reopened } from "./visitor-actions.ts";

/** Reads the form. */
export async function sendReturn(
  context: DealContext,
  { request, reference }: Visit,
): Promise<ActionOutcome | null> {
  const { kind, line, words: typed } = fieldsIn(request.body);
  if (typeof kind !== "string" || !isReturnKind(kind)) return { refusal: refusals.noKind };
  const lines = [line ?? []].flat().map(String);
  if (lines.length === 0) return { refusal: refusals.noLine };
  const words = v.safeParse(visitorWordsSchema, typed ?? "");
  if (!words.success) return { refusal: refusals.longWords };
  return askReturn(context, reference, { kind, lines, words: words.output });
}

interface AskedReturn extends Pick<ReturnRow, "kind" | "words"> {
  /** Ids of lines of the order. */
  readonly lines: readonly string[];
}

/** The customer wants to send something back: staff decide about it. One at a time for each order. */
export function askReturn(
  context: DealContext,
  reference: string,
  asked: AskedReturn,
): Promise<ActionOutcome | null> {
  return changeDeal<ActionOutcome>(context, byVisitor(reference), async (moment) => {
    const { tx, deal, at } = moment;
    const order = activeOrder(deal);
    if (order === null) return refused(refusals.notNow);
    const ordered = pageOrder(deal, order)?.lines ?? [];
    const lines = ordered.map(({ id }) => id).filter((id) => asked.lines.includes(id));
    const row = { kind: asked.kind, words: asked.words, lines: JSON.stringify(lines) };
    const open = openReturn(deal, order);
    if (open !== null && isSame(open, row)) return done;
    const refusal =
      lines.length < new Set(asked.lines).size ? refusals.noLine : refusalNow(moment, order, row);
    if (refusal !== null) return refused(refusal);
    const instant = at.toISOString();
    const of = { id: randomUUID(), order_id: order.id, ref_number: reference };
    const state = { answer: null, state: "asked", at: instant, changed_at: instant } as const;
    await tx
      .insertInto("returns")
      .values({ ...of, ...row, ...state })
      .execute();
    const parts = ordered
      .filter(({ id }) => lines.includes(id))
      .map(shortName)
      .join("; ");
    const calendar = await promisingCalendar(tx, context.calendar);
    const view = { deal, at, context: { ...context, calendar } };
    const mail = askedMail(view, { id: of.id, kind: asked.kind }, parts);
    await queueDealMail(tx, context, deal, mail, { at });
    return { ...done, ...reopened(deal), events: [{ type: "return_asked", becomes: asked.kind }] };
  });
}

/** What was asked, and by when we answer. Without the customer's own words, as all mails but those that staff write. */
function askedMail(view: Moment, { id, kind }: Pick<ReturnRow, "id" | "kind">, parts: string): DealMail {
  return {
    key: `return/${id}/asked`,
    subject: `You asked to send it back ${view.deal.reference}`,
    heading: "We have your request to send it back",
    paragraphs: [answerWords(view, view.at.toISOString()), "Please keep the part as it is until then."],
    facts: [
      { label: "Part", value: parts },
      { label: "Why", value: returnKinds[kind] },
    ],
    button: "See your return",
  };
}

type Content = Pick<ReturnRow, "kind" | "words" | "lines">;

const isSame = (one: Content, other: Content) =>
  one.kind === other.kind && one.words === other.words && one.lines === other.lines;

function refusalNow(moment: DealMoment, order: OrderRow, { kind }: Content): PageRefusal | null {
  if (!mayNow(moment, "return")) return refusals.notNow;
  if (openReturn(moment.deal, order) !== null) return refusals.returnOpen;
  return kind === "changed-mind" && !mayChangeMind(order, moment.at) ? refusals.tooLate : null;
}
