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
  readonly envelope: Envelope;
  /** How the conversation went that brought it. */
  readonly mode: MailServerMode;
}

export interface MailServer {
  /** For MAIL_URL. */
  readonly url: string;
  /** What has arrived so far, oldest first. */
  readonly messages: ReceivedMail[];
  /** Holds for conversations that start from now on; a function is asked at each. */
  setMode(mode: ModeChoice): void;
  stop(): Promise<void>;
}

type Keep = (raw: string, envelope: Envelope) => Promise<void>;

/** The well-behaved server, of independent make. It gets its connections from ours. */
function friendlyServer(keep: Keep): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      text(stream)
        .then((raw) => keep(raw, { from, to }))
        .then(() => done(), done);
    },
  });
}

/** A real SMTP server on a port of its own, that keeps what it gets and can be told to fail. */
export async function startMailServer(
  options: { mode?: ModeChoice; port?: number } = {},
): Promise<MailServer> {
  let choice = options.mode ?? "accept";
  const messages: ReceivedMail[] = [];
  const keepIn =
    (mode: MailServerMode): Keep =>
    async (raw, envelope) => {
      messages.push({ ...(await PostalMime.parse(raw)), raw, envelope, mode });
    };
  const friendly = friendlyServer(keepIn("accept"));
  friendly.on("error", () => undefined); // As below: it speaks up for its sockets.
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // A client that goes away in the middle is what many tests are about.
    socket.on("error", () => undefined);
    const mode = typeof choice === "function" ? choice() : choice;
    if (mode === "accept") friendly.server.emit("connection", socket);
    else converse(socket, mode, keepIn(mode)).catch(() => socket.destroy());
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
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
