import type { Mail } from "./mail.ts";

/**
 * How a send ended. SMTP knows three outcomes: after the message was on its way and no reply came,
 * nobody can tell whether it was taken. `errorClass` holds no address and no text of the message.
 */
export type SendResult =
  | { outcome: "accepted" }
  | { outcome: "refused"; errorClass: string }
  | { outcome: "unknown"; errorClass: string };

export interface Mailer {
  /** Sends once, within the deadline; never throws for what the mail server does. */
  send(mail: Mail): Promise<SendResult>;
  /** Whether mail could be handed over now. */
  reachable(): Promise<boolean>;
}

/** From the first connection to the last reply (design.md section 4). */
export const sendDeadlineMs = 15_000;
