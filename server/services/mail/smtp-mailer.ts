import { setTimeout as delay } from "node:timers/promises";

import type { ConnectionQueue, Release } from "./connection-queue.ts";
import type { Mail } from "./mail.ts";
import type { Mailer, SendResult, SendTerms } from "./mailer.ts";
import { deliver, type Ending, greet, type Session } from "./smtp-session.ts";

/** In milliseconds. */
export interface SmtpTimes {
  /** From asking for a connection to the last reply (design.md section 4); for a receipt, from connecting. */
  readonly deadline: number;
  /** The same for a receipt, its wait included. */
  readonly receiptDeadline: number;
  /** With less time than this no conversation begins: too many would be cut off after the message had gone. */
  readonly least: number;
  /** Before the second try. */
  readonly retryPause: number;
}

const usualTimes: SmtpTimes = {
  deadline: 15_000,
  receiptDeadline: 5 * 60_000,
  least: 3000,
  retryPause: 1000,
};
const greetDeadlineMs = 10_000;

export interface SmtpOptions {
  readonly url: URL;
  readonly connections: ConnectionQueue;
  readonly noteRetry?: () => void;
  readonly times: Partial<SmtpTimes>;
}

/**
 * One connection per message: a pool may requeue a message whose fate is unknown, and so double it. A mail
 * that is refused before the server asked for the message is tried once more, never one of which the server
 * may have a part.
 */
export function smtpMailer({ url, connections, noteRetry, times: changed }: SmtpOptions): Mailer {
  const times = { ...usualTimes, ...changed };
  return {
    async send(mail, terms = {}) {
      const endsAt = performance.now() + timeFor(terms, times);
      const waitMs = endsAt - performance.now() - times.least;
      const to = terms.isReceipt === true ? "visitor" : "staff";
      const release = await connections.enter({ to, sender: terms.sender ?? "", waitMs });
      if (release === null) return { outcome: "refused", errorClass: "queue" };
      const cutAt = Math.min(endsAt, performance.now() + times.deadline);
      return sendOn(release, { url, mail, cutAt, times, noteRetry });
    },
    async reachable({ signsIn }) {
      const release = connections.takeIdle();
      if (release === null) return null;
      const session = greet(url, { signsIn, withinMs: greetDeadlineMs });
      releaseWhenClosed(session, release);
      return (await session.ended).result.outcome === "accepted";
    },
  };
}

function timeFor({ isReceipt, withinMs = Infinity }: SendTerms, times: SmtpTimes): number {
  return Math.min(withinMs, isReceipt === true ? times.receiptDeadline : times.deadline);
}

interface Delivery {
  readonly url: URL;
  readonly mail: Mail;
  /** When the conversation is cut, on the clock of `performance.now()`. */
  readonly cutAt: number;
  readonly times: SmtpTimes;
  readonly noteRetry: (() => void) | undefined;
}

async function sendOn(release: Release, delivery: Delivery): Promise<SendResult> {
  const { url, mail, cutAt, times, noteRetry } = delivery;
  const first = deliver(url, mail, cutAt - performance.now());
  const ending = await first.ended;
  if (!ending.mayPass || cutAt - performance.now() < times.retryPause + times.least) {
    return resultOf(ending, first, release);
  }
  await Promise.all([first.closed, delay(times.retryPause)]);
  noteRetry?.();
  const second = deliver(url, mail, cutAt - performance.now());
  return resultOf(await second.ended, second, release);
}

/** The visitor need not wait until the connection is closed. */
function resultOf({ result }: Ending, session: Session, release: Release): SendResult {
  releaseWhenClosed(session, release);
  return result;
}

function releaseWhenClosed(session: Session, release: Release): void {
  void session.closed.then(release);
}
