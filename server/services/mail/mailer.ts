import type { Mail } from "./mail.ts";

/**
 * How a send ended. If no reply came after the message was on its way, nobody can tell whether it was accepted.
 * `errorClass` holds no address and no text of the message.
 */
export type SendResult =
  | { outcome: "accepted" }
  | { outcome: "refused"; errorClass: string }
  | { outcome: "unknown"; errorClass: string };

export interface SendOptions {
  /** A receipt may wait for minutes, and goes after every staff mail. */
  readonly isReceipt?: boolean;
  readonly sender?: string;
  readonly withinMs?: number;
}

export interface Mailer {
  /** Sends at most once, within the deadline; never throws for what the mail server does. */
  send(mail: Mail, options?: SendOptions): Promise<SendResult>;
  /** Checks whether the mail server can be reached, with `signsIn` also its password; null if all connections are busy. */
  reachable(how: { readonly signsIn: boolean }): Promise<boolean | null>;
}
