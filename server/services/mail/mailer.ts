import type { Mail } from "./mail.ts";

/**
 * How a send ended. SMTP knows three outcomes: after the message was on its way and no reply came,
 * nobody can tell whether it was taken. `errorClass` holds no address and no text of the message.
 */
export type SendResult =
  | { outcome: "accepted" }
  | { outcome: "refused"; errorClass: string }
  | { outcome: "unknown"; errorClass: string };

export interface SendTerms {
  /** Nobody waits for a receipt: it may wait for minutes, and goes after every staff mail. */
  readonly isReceipt?: boolean;
  /** Mails of different senders take turns. */
  readonly sender?: string;
  /** The send is over after this many milliseconds, even if the mailer would take longer. */
  readonly withinMs?: number;
}

export interface Mailer {
  /** Sends at most once, within the deadline; never throws for what the mail server does. */
  send(mail: Mail, terms?: SendTerms): Promise<SendResult>;
  /**
   * Whether the mail server can be reached now; null if all connections are busy, and nobody looked.
   * `signsIn` also tries the user and password.
   */
  reachable(how: { readonly signsIn: boolean }): Promise<boolean | null>;
}
