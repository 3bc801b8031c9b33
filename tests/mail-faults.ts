import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The moments of an SMTP conversation at which the server speaks; "dot" is the end of the message. */
export const moments = ["greeting", "ehlo", "mail", "rcpt", "data", "dot"] as const;
export type Moment = (typeof moments)[number];

/**
 * What goes wrong; `none`: nothing, and quicker than with the friendly server. At a moment: `defer` answers 4xx, `refuse` 5xx, `close` says 421 and hangs up,
 * `drop` cuts the connection, `hang` says nothing more. `drip` sends every answer sign by sign;
 * `die-in-data` cuts the connection within the message; `reset-after-dot` keeps the message and
 * resets the connection instead of saying so.
 */
export type Fault =
  | `${"defer" | "refuse" | "close" | "drop" | "hang"}-${Moment}`
  | "none"
  | "drip"
  | "die-in-data"
  | "reset-after-dot";

export interface Envelope {
  readonly from: string;
  readonly to: string[];
}

type Keep = (raw: string, envelope: Envelope) => Promise<void>;
type Outcome = "ok" | "refused" | "over";

const answers: Readonly<Record<Moment, string>> = {
  greeting: "220 faulty.test ESMTP",
  ehlo: "250 faulty.test",
  mail: "250 2.1.0 ok",
  rcpt: "250 2.1.5 ok",
  data: "354 go ahead",
  dot: "250 2.0.0 kept",
};

/** Quick enough that no answer takes 5 s, slow enough that a conversation takes more than 15 s. */
const dripMs = 165;

function momentOf(line: string): Moment | undefined {
  const verb = line.slice(0, 4).toLowerCase();
  return verb === "helo" ? "ehlo" : moments.find((moment) => moment === verb);
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? "";

/** Hands out what the client sends, up to a given end; undefined once the client has gone. */
function readerOf(socket: Socket) {
  const chunks = socket.setEncoding("latin1")[Symbol.asyncIterator]() as AsyncIterator<string>;
  let rest = "";
  return async function until(end: string | RegExp): Promise<string | undefined> {
    for (;;) {
      const found = rest.match(end);
      if (found?.index !== undefined) {
        const piece = rest.slice(0, found.index);
        rest = rest.slice(found.index + found[0].length);
        return piece;
      }
      const { value, done } = await chunks.next();
      if (done === true) return undefined;
      rest += value;
    }
  };
}

async function say(socket: Socket, line: string, fault: Fault): Promise<void> {
  if (fault !== "drip") {
    socket.write(`${line}\r\n`);
    return;
  }
  for (const sign of `${line}\r\n`) {
    await sleep(dripMs);
    if (socket.destroyed) return;
    socket.write(sign);
  }
}

async function answer(socket: Socket, moment: Moment, fault: Fault): Promise<Outcome> {
  switch (fault) {
    case `defer-${moment}`:
      await say(socket, "451 4.3.0 try again later", fault);
      return "refused";
    case `refuse-${moment}`:
      await say(socket, "554 5.7.1 refused", fault);
      return "refused";
    case `close-${moment}`:
      socket.end("421 4.3.2 closing down\r\n", () => socket.destroy());
      return "over";
    case `drop-${moment}`:
      socket.destroy();
      return "over";
    case `hang-${moment}`:
      return "over";
    default:
      await say(socket, answers[moment], fault);
      return "ok";
  }
}

/** Holds one conversation in which the fault happens; everything before it goes well. */
export async function converse(socket: Socket, fault: Fault, keep: Keep): Promise<void> {
  const until = readerOf(socket);
  const envelope = { from: "", to: [] as string[] };

  async function receive(): Promise<Outcome> {
    if (fault === "die-in-data") {
      await until(/./);
      socket.resetAndDestroy();
      return "over";
    }
    const raw = await until(/\r\n\.\r\n/);
    if (raw === undefined) return "over";
    const kept = fault === "reset-after-dot" || !fault.endsWith("-dot");
    if (kept) await keep(`${raw}\r\n`.replace(/^\.\./gm, "."), { ...envelope });
    if (fault !== "reset-after-dot") return answer(socket, "dot", fault);
    socket.resetAndDestroy();
    return "over";
  }

  let outcome = await answer(socket, "greeting", fault);
  while (outcome !== "over") {
    const line = await until("\r\n");
    if (line === undefined) return;
    const moment = momentOf(line);
    if (moment === "mail") envelope.from = addressIn(line);
    if (moment === "rcpt") envelope.to.push(addressIn(line));
    if (moment !== undefined) outcome = await answer(socket, moment, fault);
    else if (/^quit/i.test(line)) return void socket.end("221 2.0.0 bye\r\n");
    else await say(socket, "502 5.5.1 unknown", fault);
    if (moment === "data" && outcome === "ok") outcome = await receive();
  }
}
