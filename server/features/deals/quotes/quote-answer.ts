import { randomUUID } from "node:crypto";

import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  type DealEvent,
  type DealMoment,
  done,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { type DealMail, dealMailSize, queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import {
  activeOrder,
  currentVersion,
  isExpired,
  openQuestions,
} from "#server/features/deals/deal/deal-state.ts";
import type { Deal } from "#server/features/deals/deal/read-deal.ts";
import type { DealMessageRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { mailSizeMost } from "./quote-mail.ts";

interface Answer extends ByStaff {
  readonly reference: string;
  /** The id of the question. */
  readonly message: string;
  readonly words: string;
}

/** Answers a visitor's question by mail and on their page. */
export function answerQuestion(context: DealContext, answer: Answer): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, answer, async (moment) => {
    const { tx, deal, at } = moment;
    const question = deal.messages.find(({ id }) => id === answer.message);
    if (question === undefined || question.user_id !== null)
      return refused({ status: 404, message: "There is no such question" });
    if (!openQuestions(deal).includes(question))
      return refused("It has already been answered, in a message or with a newer quote");
    const message = answerRow(moment, answer);
    const mail = answerMail(deal, message, answer.words);
    if (dealMailSize(context, deal, mail, at) > mailSizeMost) return refused(tooLarge);
    await tx.insertInto("deal_messages").values(message).execute();
    await queueDealMail(tx, context, deal, mail, { at });
    const events = [{ type: "answered" as const }, ...expiryBetween(deal, question, at)];
    return done({ id: message.id }, { events });
  });
}

const tooLarge: Refusal = {
  status: 422,
  message: `The e-mail would be larger than ${mailSizeMost / 1000} KB: use fewer words`,
};

/** Quotes do not expire in the lists while a question is open. */
function expiryBetween(deal: Deal, question: DealMessageRow, at: Date): DealEvent[] {
  const version = activeOrder(deal) === null ? currentVersion(deal, at) : null;
  const hasExpired = version?.state === "out" && isExpired(version, at);
  return hasExpired && !isExpired(version, new Date(question.at))
    ? [{ type: "quote_expired", becomes: String(version.number), user_id: null }]
    : [];
}

function answerRow({ deal, at }: DealMoment, { message, words, userId }: Answer): DealMessageRow {
  return {
    id: randomUUID(),
    ref_number: deal.reference,
    number: deal.versions.at(-1)?.number ?? null,
    kind: "answer",
    words,
    at: at.toISOString(),
    user_id: userId,
    answers: message,
  };
}

function answerMail({ reference }: Deal, { id }: DealMessageRow, words: string): DealMail {
  return {
    key: `answer/${reference}/${id}`,
    subject: `Our answer to your question about quote ${reference}`,
    heading: "Our answer to your question",
    paragraphs: words.split(/\n{2,}/),
    button: "See your quote",
    words,
  };
}
