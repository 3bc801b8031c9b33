import { randomUUID } from "node:crypto";

import type * as v from "valibot";

import { activeOrder, openQuestions } from "#domain/deals/deal-state.ts";
import type { dealRequests } from "#domain/deals/deal-wire.ts";
import type { Deal, DealMessage } from "#domain/deals/deal.ts";
import { currentVersion, isExpired } from "#domain/deals/versions.ts";
import { chosenRecipients } from "#domain/mail-recipients.ts";
import {
  type CallOutcome,
  type DealEvent,
  refused,
  type Work,
} from "#server/features/deals/deal/change-deal.ts";
import {
  customerAddress,
  type DealMail,
  letter,
  tooManyWords,
} from "#server/features/deals/deal/deal-mail.ts";
import type { PromiseContext } from "#server/features/deals/deal/next-promise.ts";
import { noteStep } from "#server/features/deals/deal/quotes.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { answeredMail, noteSettled } from "#server/features/records/inbound-mails.ts";
import type { Query } from "#server/platform/database/database.ts";
import { inParagraphs } from "#server/services/mail/mail-layout.ts";
import { shortened } from "#server/services/mail/mail.ts";

/** Answers a visitor's question by mail and on their page. */
export async function answerQuestion(
  work: Work,
  answer: v.InferOutput<typeof dealRequests.answer>,
): Promise<CallOutcome> {
  const { tx, deal, at, staff: userId } = work;
  const question = deal.messages.find(({ id }) => id === answer.message);
  if (question === undefined || question.by !== null)
    return refused({ status: 404, message: "There is no such question" });
  const open = openQuestions(deal);
  if (!open.includes(question))
    return refused("It has already been answered, in a message or with a newer quote");
  const answered = open.slice(0, open.indexOf(question) + 1);
  // A question on the page is no mail.
  const { heads, ...asked } = (await answeredMail(tx, deal.reference, question.id)) ?? { heads: {} };
  const chosen = chosenRecipients(customerAddress(deal), heads, answer.to);
  if ("refusal" in chosen) return refused({ status: 422, message: chosen.refusal });
  const message = answerRow({ deal, at }, { ...answer, userId });
  const conversation = { ...asked, recipients: chosen.ok ?? undefined };
  // Mails to others name no earlier questions: the customer asked those of us alone.
  const shown = chosen.ok === null ? answered : [question];
  const mail = { ...(await answerMail(work, message.id, answer.words, shown)), ...conversation };
  if (work.isTooLarge(mail)) return refused(tooManyWords);
  await tx.insertInto("deal_messages").values(message).execute();
  await noteSettled(tx, deal, answered);
  await work.mail(mail);
  work.event({ type: "answered" });
  for (const event of expiryBetween(deal, question, at)) work.event(event);
  return { ok: { id: message.id } };
}

interface DeskReply {
  readonly reference: string;
  readonly key: string;
  readonly at: Date;
  readonly writtenAt: string;
  readonly words: string;
  readonly userId: string;
}

/** A reply from the desk answers what is open, too. Its key is the id of the answer. Returns the events that follow. */
export async function answerByReply(
  tx: Query,
  context: PromiseContext,
  { reference, key: id, at, writtenAt, ...reply }: DeskReply,
): Promise<DealEvent[]> {
  const deal = await readDeal(tx, reference);
  // Staff had not read questions that came in while the reply waited to leave.
  const question = deal && openQuestions(deal).findLast((one) => one.at <= writtenAt);
  if (!deal || !question) return [];
  const row = { ...answerRow({ deal, at }, { ...reply, message: question.id }), id };
  await tx.insertInto("deal_messages").values(row).execute();
  await noteStep(tx, context, reference, at);
  return expiryBetween(deal, question, at);
}

const questionShown = 300;

/** Quotes do not expire in the lists while a question is open. */
function expiryBetween(deal: Deal, question: DealMessage, at: Date): DealEvent[] {
  const version = activeOrder(deal) === null ? currentVersion(deal, at) : null;
  const hasExpired = version?.state === "out" && isExpired(version, at);
  return hasExpired && !isExpired(version, new Date(question.at))
    ? [{ type: "quote_expired", becomes: String(version.number), user_id: null }]
    : [];
}

function answerRow(
  { deal, at }: { readonly deal: Deal; readonly at: Date },
  { message, words, userId }: { readonly message: string; readonly words: string; readonly userId: string },
) {
  return {
    id: randomUUID(),
    ref_number: deal.reference,
    number: deal.versions.at(-1)?.number ?? null,
    kind: "answer",
    words,
    at: at.toISOString(),
    user_id: userId,
    answers: message,
  } as const;
}

async function answerMail(
  { tx, deal, staff: userId }: Work,
  id: string,
  words: string,
  shown: readonly DealMessage[],
): Promise<DealMail> {
  return {
    key: `answer/${deal.reference}/${id}`,
    subject: `Our answer to your question about quote ${deal.reference}`,
    heading: "Our answer to your question",
    paragraphs: await letter(tx, deal, { userId, words: inParagraphs(words) }),
    facts: shown.flatMap((question) =>
      question.words ? [{ label: "You asked", value: shortened(question.words, questionShown) }] : [],
    ),
    button: activeOrder(deal) === null ? "See your quote" : "See your order",
    words,
  };
}
