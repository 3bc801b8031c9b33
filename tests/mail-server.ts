import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";

import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

import { converse, type Envelope, type Fault } from "./mail-faults.ts";

export type MailServerMode = "accept" | Fault;

export type ModeChoice = MailServerMode | (() => MailServerMode);

/** A message as it arrived. */
export interface ReceivedMail extends Email {
  readonly raw: string;
  /** What its Message-ID says of a mail of ours: `<name.tag@domain>`. */
  readonly name: string;
  readonly envelope: Envelope;
  /** How the conversation went that brought it. */
  readonly mode: MailServerMode;
}

export interface MailServer {
  /** For MAIL_URL. */
  readonly url: string;
  /** What has arrived so far, oldest first. */
  readonly messages: ReceivedMail[];
  /** Connections so far: all, those open at once at most, and those that met `connectionsAtMost`. */
  readonly connections: { readonly total: number; readonly peak: number; readonly refused: number };
  /** Holds for conversations that start from now on; a function is asked at each. */
  setMode(mode: ModeChoice): void;
  stop(): Promise<void>;
}

/** Counts the tries to sign in. */
export interface Account {
  readonly user: string;
  password: string;
  signIns: number;
}

type Keep = (raw: string, envelope: Envelope) => Promise<void>;

/** The well-behaved server, of independent make. It gets its connections from ours. */
function friendlyServer(keep: Keep, account: Account | undefined): SMTPServer {
  return new SMTPServer({
    authOptional: account === undefined,
    allowInsecureAuth: true,
    disabledCommands: account === undefined ? ["AUTH", "STARTTLS"] : ["STARTTLS"],
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (account === undefined) return done(new Error("no accounts"));
      account.signIns += 1;
      if (username === account.user && password === account.password) return done(null, { user: username });
      return done(new Error("wrong password"));
    },
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      text(stream)
        .then((raw) => keep(raw, { from, to }))
        .then(() => done(), done);
    },
  });
}

interface MailServerOptions {
  readonly mode?: ModeChoice;
  readonly port?: number;
  /** Who has to sign in, for mode "accept". */
  readonly account?: Account;
  /** Further connections are refused with 421, as providers do. */
  readonly connectionsAtMost?: number;
}

/** A real SMTP server on a port of its own, that keeps what it gets and can be made to fail. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  let choice = options.mode ?? "accept";
  const messages: ReceivedMail[] = [];
  const keepIn =
    (mode: MailServerMode): Keep =>
    async (raw, envelope) => {
      const mail = await PostalMime.parse(raw);
      const [, name = ""] = /^<([\w-]+)\./.exec(mail.messageId ?? "") ?? [];
      messages.push({ ...mail, raw, name, envelope, mode });
    };
  const friendly = friendlyServer(keepIn("accept"), options.account);
  friendly.on("error", () => undefined); // As below: it speaks up for its sockets.
  const sockets = new Set<Socket>();
  const connections = { total: 0, peak: 0, refused: 0 };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // A client that goes away in the middle is what many tests are about.
    socket.on("error", () => undefined);
    connections.total += 1;
    connections.peak = Math.max(connections.peak, sockets.size);
    if (sockets.size > (options.connectionsAtMost ?? Infinity)) {
      connections.refused += 1;
      socket.end("421 4.7.0 too many connections\r\n");
      return;
    }
    const mode = typeof choice === "function" ? choice() : choice;
    if (mode === "accept") friendly.server.emit("connection", socket);
    else converse(socket, mode, keepIn(mode)).catch(() => socket.destroy());
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    connections,
    setMode(next) {
      choice = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
