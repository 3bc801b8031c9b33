import { isIP, Socket } from "node:net";
import { Readable } from "node:stream";

import SMTPConnection from "nodemailer/lib/smtp-connection";
import * as v from "valibot";

import type { Mail } from "./mail.ts";
import type { SendResult } from "./mailer.ts";

const connectTimeoutMs = 5000;
const silenceTimeoutMs = 10_000;
/** How long the server may take to answer QUIT. */
const quitGraceMs = 1000;

export interface Ending {
  readonly result: SendResult;
  /** The server has none of the message, and what stopped it may pass quickly. */
  readonly mayPass: boolean;
}

/** One connection. `closed` follows `ended` within a second; until then the mail server counts it. */
export interface Session {
  readonly ended: Promise<Ending>;
  readonly closed: Promise<void>;
}

interface Talk {
  readonly connection: SMTPConnection;
  /** From here on a missing reply leaves the outcome unknown. */
  messageBegun: boolean;
  /** With null if all went well. */
  readonly finish: (error: unknown) => void;
}

/** Hands over one mail on a connection of its own. After `withinMs` the connection is cut. */
export function deliver(url: URL, mail: Mail, withinMs: number): Session {
  return openSession(url, withinMs, (talk) => {
    signIn(url, talk, () => {
      const envelope = { ...mail.envelope, size: mail.source.length };
      talk.connection.send(envelope, messageOf(mail, talk), (error) => {
        talk.finish(error);
        talk.connection.quit();
      });
    });
  });
}

/** Connects and says EHLO, with `signsIn` AUTH too, and leaves. */
export function greet(url: URL, { signsIn, withinMs }: { signsIn: boolean; withinMs: number }): Session {
  return openSession(url, withinMs, (talk) => {
    const leave = () => {
      talk.finish(null);
      talk.connection.quit();
    };
    if (signsIn) signIn(url, talk, leave);
    else leave();
  });
}

function openSession(url: URL, withinMs: number, ready: (talk: Talk) => void): Session {
  const socket = new Socket().on("error", () => undefined); // The library reports them.
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const connection = new SMTPConnection({ ...connectionOptions(url), socket });
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const talk: Talk = {
    connection,
    messageBegun: false,
    finish: (error) => resolve(endingOf(error, talk.messageBegun)),
  };
  const deadline = setTimeout(() => {
    talk.finish(new Error("deadline"));
    connection.close();
    // What the server has not read yet must not arrive after the sender was told that it failed.
    socket.destroy();
  }, withinMs);
  connection.on("error", (error) => talk.finish(error));
  connection.on("end", () => talk.finish(new Error("closed")));
  connection.connect((error) => (error ? talk.finish(error) : ready(talk)));
  const ended = promise.finally(() => {
    clearTimeout(deadline);
    setTimeout(() => socket.destroy(), quitGraceMs).unref();
  });
  return { ended, closed };
}

/** Skipped if the URL has no user. */
function signIn(url: URL, { connection, finish }: Talk, ready: () => void): void {
  if (url.username === "") return ready();
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  connection.login({ credentials: { user, pass } }, (error) => {
    if (!error) return ready();
    finish(error);
    connection.close();
  });
}

function messageOf(mail: Mail, talk: Talk): Readable {
  const message = new Readable({ read: () => undefined });
  message.push(mail.source);
  message.push(null);
  // The library pipes the message only once the server has asked for it (354).
  const pipe = message.pipe.bind(message);
  message.pipe = (target, options) => {
    talk.messageBegun = true;
    return pipe(target, options);
  };
  return message;
}

/** Outside loopback, TLS with a verified certificate is required. */
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

/** What the library says about a failure. */
const failureFacts = v.object({
  code: v.fallback(v.string(), "timeout"),
  originalCode: v.fallback(v.string(), ""),
  /** 0 if the server did not reply. */
  responseCode: v.fallback(v.number(), 0),
  /** `CONN` before the first command: the reply is the greeting. */
  command: v.fallback(v.string(), ""),
});

type Failure = v.InferOutput<typeof failureFacts>;

/** A reply of the server is definite, and so is a failure before it asked for the message. */
function endingOf(error: unknown, messageBegun: boolean): Ending {
  if (error === null) return { result: { outcome: "accepted" }, mayPass: false };
  const failure = v.parse(failureFacts, error);
  const { code, responseCode: reply } = failure;
  const mayPass = !messageBegun && isPassing(failure);
  if (reply >= 400) return { result: { outcome: "refused", errorClass: `smtp ${reply}` }, mayPass };
  const errorClass = aboutCertificate.test(failure.originalCode) ? "ETLS" : code;
  return { result: { outcome: messageBegun ? "unknown" : "refused", errorClass }, mayPass };
}

const aboutCertificate = /CERT|SELF_SIGNED|VERIFY/;
const cutOff = ["ECONNREFUSED", "ECONNRESET", "EPIPE"];

/** Busy (4xx, or any refusal in place of a greeting), or cut off. A server that is silent has had its time. */
function isPassing({ code, originalCode, responseCode, command }: Failure): boolean {
  if (responseCode > 0) return responseCode < 500 || command === "CONN";
  return code === "ECONNECTION" || cutOff.includes(originalCode);
}
