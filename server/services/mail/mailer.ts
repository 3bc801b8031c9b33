import type { Mail } from "./mail.ts";

/** `errorClass` holds no address and no text. "Unknown": no reply after the message was on its way. */
export type SendResult =
  | { outcome: "accepted" }
  | { outcome: "refused"; errorClass: string }
  | { outcome: "unknown"; errorClass: string };

export interface SendOptions {
  readonly isForVisitor?: boolean; // It goes after every staff mail, and leaves a connection free for the next one.
  readonly sender?: string;
  readonly withinMs?: number;
}

export interface Mailer {
  /** Sends at most once, within the deadline; never throws for what the mail server does. */
  send(mail: Mail, options?: SendOptions): Promise<SendResult>;
  /** Checks whether the mail server can be reached, with `signsIn` also its password; null if all connections are busy. */
  reachable(how: { readonly signsIn: boolean }): Promise<boolean | null>;
}
