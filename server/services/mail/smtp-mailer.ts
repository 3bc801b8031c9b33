import { setTimeout as delay } from "node:timers/promises";

import type { ConnectionQueue, Release } from "./connection-queue.ts";
import type { Mail, Mailer, SendOptions, SendResult } from "./mail.ts";
import { deliver, type Ending, greet, type Session } from "./smtp-session.ts";

/** In milliseconds. */
export interface SmtpTimes {
  /** From queueing to the last reply (design.md section 4); for a mail to a visitor, from connecting. */
  readonly deadline: number;
  readonly visitorDeadline: number; // The same for a mail to a visitor, including its wait.
  /** The least time left to start a session: with less, too many would be cut off after the message had gone. */
  readonly sessionMin: number;
  readonly retryPause: number;
}

const defaultTimes: SmtpTimes = {
  deadline: 15_000,
  visitorDeadline: 30_000,
  sessionMin: 3000,
  retryPause: 1000,
};
const greetDeadlineMs = 10_000;

export interface SmtpOptions {
  readonly url: URL;
  readonly connections: ConnectionQueue;
  readonly noteRetry?: () => void;
  readonly times: Partial<SmtpTimes>;
}

/** One connection per message: nodemailer's pool may repeat a send of unknown outcome (decision 001). */
export function smtpMailer({ url, connections, noteRetry, times: changed }: SmtpOptions): Mailer {
  const times = { ...defaultTimes, ...changed };
  return {
    async send(mail, options = {}) {
      const endsAt = performance.now() + timeFor(options, times);
      const waitMs = endsAt - performance.now() - times.sessionMin;
      const to = options.isForVisitor === true ? "visitor" : "staff";
      const release = await connections.enter({ to, sender: options.sender ?? "", waitMs });
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

function timeFor({ isForVisitor, withinMs = Infinity }: SendOptions, times: SmtpTimes): number {
  return Math.min(withinMs, isForVisitor === true ? times.visitorDeadline : times.deadline);
}

interface Delivery {
  readonly url: URL;
  readonly mail: Mail;
  readonly cutAt: number; // In the time of `performance.now()`.
  readonly times: SmtpTimes;
  readonly noteRetry: (() => void) | undefined;
}

async function sendOn(release: Release, delivery: Delivery): Promise<SendResult> {
  const { url, mail, cutAt, times, noteRetry } = delivery;
  const first = deliver(url, mail, cutAt - performance.now());
  const ending = await first.ended;
  if (!ending.canRetry || cutAt - performance.now() < times.retryPause + times.sessionMin) {
    return resultOf(ending, first, release);
  }
  await Promise.all([first.closed, delay(times.retryPause)]);
  noteRetry?.();
  const second = deliver(url, mail, cutAt - performance.now());
  return resultOf(await second.ended, second, release);
}

/** Returns before the connection is closed, which no visitor need wait for. */
function resultOf({ result }: Ending, session: Session, release: Release): SendResult {
  releaseWhenClosed(session, release);
  return result;
}

function releaseWhenClosed(session: Session, release: Release): void {
  void session.closed.then(release);
}
