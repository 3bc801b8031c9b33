import type { OpenRecord } from "#app/desk/api/open-record.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { RecordMail } from "#domain/desk.ts";
import type { InboundMail } from "#domain/inbox-wire.ts";
import type { RecordEvent } from "#domain/record-event.ts";

/** A message on the customer's page. It has an amount if a seller asks for more. */
type PageMessage = Pick<DealForDesk["messages"][number], "id" | "kind" | "words" | "at" | "by"> & {
  readonly amount_cents?: number | null;
};

/** An event, a message or a mail, with the mail to the customer that belongs to it. */
export interface ConversationEntry {
  readonly key: string;
  readonly at: string;
  readonly event?: RecordEvent;
  readonly message?: PageMessage;
  readonly inbound?: InboundMail;
  readonly mail?: RecordMail | undefined;
}

/** Returns mails, messages and events of a record, oldest first. */
export function conversationOf({ events, mails, messages, deal, sale }: OpenRecord): ConversationEntry[] {
  const bySeller = sale?.messages.map((message) => ({ ...message, by: null }));
  const entries: ConversationEntry[] = [
    ...events
      .filter((event) => isShown(event) || isGone(event, messages, events))
      .map((event) => {
        const mail = mails.find((one) => isAbout(one, event));
        return { key: `event ${event.id}`, at: event.at, event, mail };
      }),
    ...messages.map((inbound) => ({ key: inbound.id, at: inbound.at, inbound })),
    ...(deal?.messages ?? bySeller ?? []).filter(isOnPage(mails)).map((message) => {
      const mail = mails.find(({ key }) => key.endsWith(`/${message.id}`));
      return { key: message.id, at: message.at, message, mail };
    }),
  ];
  const shown = new Set(entries.map(({ mail }) => mail));
  const others = mails
    .filter((mail) => mail.kind !== "staff" && !shown.has(mail))
    .map((mail) => ({ key: mail.key, at: mail.at, mail }));
  return [...entries, ...others].toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
}

/** Returns false for events that their message or mail shows already. A mail that staff sent again is shown. */
export function isShown({ type, becomes }: RecordEvent): boolean {
  return type === "mail" ? becomes === "queued" : !written.has(type);
}

/** Returns whether the mail was erased at its writer's request: it is not here, and was not moved. */
function isGone(
  { type, becomes }: RecordEvent,
  messages: readonly InboundMail[],
  events: readonly RecordEvent[],
): boolean {
  if (type !== "mail_in" || messages.some(({ id }) => id === becomes)) return false;
  return !events.some((event) => event.type === "mail_out" && event.was === becomes);
}

const written: ReadonlySet<string> = new Set([
  "mail_in",
  "asked",
  "answered",
  "declined",
  "still_interested",
  "countered",
]);

/** The mail that an event sent, or that left with it. */
function isAbout({ kind, key }: RecordMail, { type, becomes }: RecordEvent): boolean {
  if (type === "reply") return key === becomes;
  if (type === "quote") return kind === "quote" && key.endsWith(`/${becomes}`);
  return kind === "receipt" && (type === "created" || type === "adopted");
}

/** Leaves out replies, and answers that a reply from the desk gave as well. */
function isOnPage(mails: readonly RecordMail[]) {
  const replies = mails.filter(({ kind }) => kind === "reply");
  return ({ id, kind }: PageMessage) =>
    kind !== "reply" && !replies.some(({ key }) => key.endsWith(`/${id}`));
}
