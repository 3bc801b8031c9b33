import { randomUUID } from "node:crypto";

import { chosenRecipients } from "#domain/mail-recipients.ts";
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
import {
  customerAddress,
  type DealMail,
  dealMailSize,
  letter,
  mailSizeMost,
  queueDealMail,
} from "#server/features/deals/deal/deal-mail.ts";
import {
  activeOrder,
  currentVersion,
  isExpired,
  noteStep,
  openQuestions,
} from "#server/features/deals/deal/deal-state.ts";
import { type Deal, readDeal } from "#server/features/deals/deal/read-deal.ts";
import { answeredMail, noteSettled } from "#server/features/records/inbound-mails.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { DealMessageRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { inParagraphs } from "#server/services/mail/mail-layout.ts";
import { shortened } from "#server/services/mail/mail.ts";

interface Answer extends ByStaff {
  readonly reference: string;
  /** The id of the question. */
  readonly message: string;
  readonly words: string;
  /** Addresses in the heads of the mail that asks; without, the usual one. */
  readonly to?: readonly string[] | undefined;
}

/** Answers a visitor's question by mail and on their page. */
export function answerQuestion(context: DealContext, answer: Answer): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, answer, async (moment) => {
    const { tx, deal, at } = moment;
    const question = deal.messages.find(({ id }) => id === answer.message);
    if (question === undefined || question.user_id !== null)
      return refused({ status: 404, message: "There is no such question" });
    const open = openQuestions(deal);
    if (!open.includes(question))
      return refused("It has already been answered, in a message or with a newer quote");
    const answered = open.slice(0, open.indexOf(question) + 1);
    const { heads, ...asked } = await answeredMail(tx, deal.reference, question.id);
    const chosen = chosenRecipients(customerAddress(deal), heads, answer.to);
    if ("refusal" in chosen) return refused({ status: 422, message: chosen.refusal });
    const message = answerRow(moment, answer);
    const conversation = { ...asked, recipients: chosen.ok ?? undefined };
    // What others read names no earlier questions: the customer asked those of us alone.
    const shown = chosen.ok === null ? answered : [question];
    const mail = await answerMail(moment, message, { ...answer, conversation, shown });
    if (dealMailSize(context, deal, mail, at) > mailSizeMost) return refused(tooLarge);
    await tx.insertInto("deal_messages").values(message).execute();
    await noteSettled(tx, deal, answered);
    await queueDealMail(tx, context, deal, mail, { at });
    const events = [{ type: "answered" as const }, ...expiryBetween(deal, question, at)];
    return done({ id: message.id }, { events });
  });
}

interface Reply {
  readonly reference: string;
  readonly key: string;
  readonly at: Date;
  readonly writtenAt: string;
}

/** A reply from the desk answers what is open, too. Its key is the id of the answer. Returns the events that follow. */
export async function answerByReply(
  tx: Query,
  { reference, key: id, at, writtenAt, ...reply }: Reply & Pick<Answer, "words" | "userId">,
): Promise<DealEvent[]> {
  const deal = await readDeal(tx, reference);
  // What came in while it waited to leave has not been read.
  const question = deal && openQuestions(deal).findLast((one) => one.at <= writtenAt);
  if (!deal || !question) return [];
  const row = { ...answerRow({ deal, at }, { ...reply, message: question.id }), id };
  await tx.insertInto("deal_messages").values(row).execute();
  await noteStep(tx, reference, at);
  return expiryBetween(deal, question, at);
}

const questionShown = 300;

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

function answerRow(
  { deal, at }: Omit<DealMoment, "tx">,
  { message, words, userId }: Omit<Answer, "reference" | "callKey">,
): DealMessageRow {
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

interface AnswerLetter extends Pick<Answer, "words" | "userId"> {
  readonly conversation: Partial<Pick<DealMail, "subject" | "thread" | "recipients">>;
  readonly shown: readonly DealMessageRow[];
}

async function answerMail(
  { tx, deal }: DealMoment,
  { id }: DealMessageRow,
  { words, userId, conversation, shown }: AnswerLetter,
): Promise<DealMail> {
  return {
    key: `answer/${deal.reference}/${id}`,
    subject: `Our answer to your question about quote ${deal.reference}`,
    ...conversation,
    heading: "Our answer to your question",
    paragraphs: await letter(tx, deal, { userId, words: inParagraphs(words) }),
    facts: shown.flatMap((question) =>
      question.words ? [{ label: "You asked", value: shortened(question.words, questionShown) }] : [],
    ),
    button: activeOrder(deal) === null ? "See your quote" : "See your order",
    words,
  };
}
