import { isIP } from "node:net";
import { Readable } from "node:stream";

import SMTPConnection from "nodemailer/lib/smtp-connection";

import type { Mail } from "./mail.ts";
import { type Mailer, sendDeadlineMs, type SendResult } from "./mailer.ts";

const connectTimeoutMs = 5000;
const silenceTimeoutMs = 10_000;

/**
 * One connection per message: a pool may requeue a message whose fate is unknown, and so double it.
 * Outside loopback, TLS with a verified certificate is required.
 */
export function smtpMailer(url: URL): Mailer {
  return {
    send: (mail) => sendOverSmtp(url, mail),
    async reachable() {
      const session = openSession(url, { endIsFine: true });
      const result = await session.until(() => session.connection.quit());
      return result.outcome === "accepted";
    },
  };
}

function sendOverSmtp(url: URL, mail: Mail): Promise<SendResult> {
  const session = openSession(url, { endIsFine: false });
  const message = new Readable({ read: () => undefined });
  message.push(mail.source);
  message.push(null);
  // The library pipes the message only once the server has asked for it (354).
  const pipe = message.pipe.bind(message);
  message.pipe = (target, options) => {
    session.messageBegun = true;
    return pipe(target, options);
  };
  return session.until(() => {
    const envelope = { ...mail.envelope, size: mail.source.length };
    session.connection.send(envelope, message, (error) => {
      session.finish(error === null ? null : error);
      session.connection.quit();
    });
  });
}

interface Session {
  readonly connection: SMTPConnection;
  /** From here on a missing reply leaves the outcome unknown. */
  messageBegun: boolean;
  finish(error: unknown): void;
  /** Connects, signs in where the URL has a user, then runs `ready`. */
  until(ready: () => void): Promise<SendResult>;
}

/** `endIsFine`: a connection that closes without an error is what was wanted, as after QUIT. */
function openSession(url: URL, { endIsFine }: { endIsFine: boolean }): Session {
  const connection = new SMTPConnection(connectionOptions(url));
  const { promise, resolve } = Promise.withResolvers<SendResult>();
  const session: Session = {
    connection,
    messageBegun: false,
    finish: (error) =>
      resolve(error === null ? { outcome: "accepted" } : failure(error, session.messageBegun)),
    until(ready) {
      const deadline = setTimeout(() => {
        session.finish(new Error("deadline"));
        connection.close();
      }, sendDeadlineMs);
      connection.on("error", (error) => session.finish(error));
      connection.on("end", () => session.finish(endIsFine ? null : new Error("closed")));
      connection.connect(() => signIn(connection, url, session, ready));
      return promise.finally(() => clearTimeout(deadline));
    },
  };
  return session;
}

function signIn(connection: SMTPConnection, url: URL, session: Session, ready: () => void): void {
  if (url.username === "") return ready();
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  connection.login({ credentials: { user, pass } }, (error) => {
    if (!error) return ready();
    session.finish(error);
    connection.close();
  });
}

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

/** A reply of the server is definite, and so is a failure before it asked for the message. */
function failure(error: unknown, messageBegun: boolean): SendResult {
  const replied = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  if (replied >= 400) return { outcome: "refused", errorClass: `smtp ${replied}` };
  const errorClass = error instanceof Error && "code" in error ? String(error.code) : "timeout";
  return { outcome: messageBegun ? "unknown" : "refused", errorClass };
}
