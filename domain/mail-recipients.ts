import type { InboundMail } from "./inbox-wire.ts";
import type { Outcome } from "./outcome.ts";
import { isPlainAddress } from "./text-fields.ts";

/** Heads of the answered mail; empty if there is none. */
export interface MailHeads {
  readonly from?: InboundMail["from"] | undefined;
  readonly reply_to?: InboundMail["reply_to"] | undefined;
  readonly copies?: InboundMail["copies"] | undefined;
}

const isSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();

/** Whom an answer may go to: the record's address, and all in the heads of the mail that it answers. */
export function possibleRecipients(own: string, { from, reply_to: replyTo, copies = [] }: MailHeads) {
  const named = [from, replyTo, ...copies].map((one) => one?.address ?? "");
  const all = [own, ...named.filter(isPlainAddress)];
  return all.filter((address, place) => all.findIndex(isSame(address)) === place);
}

/** The record's address, unless the customer wants answers to this mail elsewhere (RFC 5322 section 3.6.2). */
export function usualRecipient(own: string, { from, reply_to: replyTo }: MailHeads): string {
  const address = replyTo?.address ?? "";
  return isPlainAddress(address) && isSame(own)(from?.address ?? "") ? address : own;
}

/** Whom an answer goes to; null if that is only the record's address. Refuses others than the possible ones. */
export function chosenRecipients(
  own: string,
  mail: MailHeads,
  asked: readonly string[] = [usualRecipient(own, mail)],
): Outcome<string[] | null, string> {
  const possible = possibleRecipients(own, mail);
  const stranger = asked.find((address) => !possible.some(isSame(address)));
  if (stranger !== undefined) return { refusal: `${stranger} is not an address of the mail that you answer` };
  const chosen = possible.filter((address) => asked.some(isSame(address)));
  return { ok: chosen.every(isSame(own)) ? null : chosen };
}
