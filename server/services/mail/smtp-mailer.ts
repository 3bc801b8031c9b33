import { isIP, Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

import SMTPConnection from "nodemailer/lib/smtp-connection";
import * as v from "valibot";

import type { ConnectionQueue, Release } from "./connection-queue.ts";
import type { Mail, Mailer, SendOptions, SendResult } from "./mail.ts";

/** In milliseconds. */
export interface SmtpTimes {
  /** From queueing to the last reply (design.md section 4); for a mail to a visitor, from connecting. */
  readonly deadline: number;
  readonly visitorDeadline: number; // Limits a mail to a visitor, including its wait.
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

/** Opens a connection for each message: nodemailer's pool may repeat a send of unknown outcome (decision 001). */
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

interface SmtpDelivery {
  readonly url: URL;
  readonly mail: Mail;
  readonly cutAt: number; // In the time of `performance.now()`.
  readonly times: SmtpTimes;
  readonly noteRetry: (() => void) | undefined;
}

async function sendOn(release: Release, delivery: SmtpDelivery): Promise<SendResult> {
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

const connectTimeoutMs = 5000;
const silenceTimeoutMs = 10_000;
const quitGraceMs = 1000;

interface Ending {
  readonly result: SendResult;
  readonly canRetry: boolean; // The server has no part of the message, and the failure may be temporary.
}

/** A connection. `closed` follows `ended` within a second. */
interface Session {
  readonly ended: Promise<Ending>;
  readonly closed: Promise<void>;
}

interface Dialogue {
  readonly connection: SMTPConnection;
  messageBegun: boolean; // Then a missing reply leaves the outcome unknown.
  readonly finish: (error: unknown) => void;
}

function deliver(url: URL, mail: Mail, withinMs: number): Session {
  return openSession(url, withinMs, (dialogue) => {
    signIn(url, dialogue, () => {
      const { from, to } = mail.envelope;
      const envelope = { from, to: to.split(", "), size: mail.source.length };
      dialogue.connection.send(envelope, messageOf(mail, dialogue), (error, info) => {
        // The others get it: another try would reach them twice.
        const isInPart = error === null && info.rejected.length > 0;
        dialogue.finish(isInPart ? { code: "not to all" } : error);
        dialogue.connection.quit();
      });
    });
  });
}

function greet(url: URL, { signsIn, withinMs }: { signsIn: boolean; withinMs: number }): Session {
  return openSession(url, withinMs, (dialogue) => {
    const leave = () => {
      dialogue.finish(null);
      dialogue.connection.quit();
    };
    if (signsIn) signIn(url, dialogue, leave);
    else leave();
  });
}

function openSession(url: URL, withinMs: number, ready: (dialogue: Dialogue) => void): Session {
  const socket = new Socket().on("error", () => undefined); // Nodemailer reports errors.
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const connection = new SMTPConnection({ ...connectionOptions(url), socket });
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const dialogue: Dialogue = {
    connection,
    messageBegun: false,
    finish: (error) => resolve(endingOf(error, dialogue.messageBegun)),
  };
  const deadline = setTimeout(() => {
    dialogue.finish(new Error("deadline"));
    connection.close();
    // Unread data must not arrive after the send has failed for the caller.
    socket.destroy();
  }, withinMs);
  connection.on("error", (error) => dialogue.finish(error));
  connection.on("end", () => dialogue.finish(new Error("closed")));
  connection.connect((error) => (error ? dialogue.finish(error) : ready(dialogue)));
  const ended = promise.finally(() => {
    clearTimeout(deadline);
    setTimeout(() => socket.destroy(), quitGraceMs).unref();
  });
  return { ended, closed };
}

function signIn(url: URL, { connection, finish }: Dialogue, ready: () => void): void {
  if (url.username === "") return ready();
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  connection.login({ credentials: { user, pass } }, (error) => {
    if (!error) return ready();
    finish(error);
    connection.close();
  });
}

function messageOf(mail: Mail, dialogue: Dialogue): Readable {
  const message = new Readable({ read: () => undefined });
  message.push(mail.source);
  message.push(null);
  // Nodemailer pipes the message once the server has asked for it (354).
  const pipe = message.pipe.bind(message);
  message.pipe = (target, options) => {
    dialogue.messageBegun = true;
    return pipe(target, options);
  };
  return message;
}

/** Requires TLS with a verified certificate, except on loopback. */
function connectionOptions(url: URL) {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const secure = url.protocol === "smtps:";
  const loopback = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  return {
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !loopback,
    ignoreTLS: !secure && loopback,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    allowInternalNetworkInterfaces: loopback,
  };
}

const failureFacts = v.object({
  code: v.fallback(v.string(), "timeout"),
  originalCode: v.fallback(v.string(), ""),
  responseCode: v.fallback(v.number(), 0), // 0 without a reply.
  command: v.fallback(v.string(), ""), // `CONN` if the reply is the greeting.
});

type SmtpFailure = v.InferOutput<typeof failureFacts>;

/** The outcome is certain if the server replied, or had not asked for the message. */
function endingOf(error: unknown, messageBegun: boolean): Ending {
  if (error === null) return { result: { outcome: "accepted" }, canRetry: false };
  const failure = v.parse(failureFacts, error);
  const { code, responseCode: reply } = failure;
  const canRetry = !messageBegun && isTemporary(failure);
  if (reply >= 400) return { result: { outcome: "refused", errorClass: `smtp ${reply}` }, canRetry };
  const errorClass = aboutCertificate.test(failure.originalCode) ? "ETLS" : code;
  return { result: { outcome: messageBegun ? "unknown" : "refused", errorClass }, canRetry };
}

const aboutCertificate = /CERT|SELF_SIGNED|VERIFY/;
const disconnected = ["ECONNREFUSED", "ECONNRESET", "EPIPE"];

/** Busy (4xx, or any refusal instead of a greeting), or cut off. A silent server has used up the time. */
function isTemporary({ code, originalCode, responseCode, command }: SmtpFailure): boolean {
  if (responseCode > 0) return responseCode < 500 || command === "CONN";
  return code === "ECONNECTION" || disconnected.includes(originalCode);
}
