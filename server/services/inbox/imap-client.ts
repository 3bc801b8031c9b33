import type { ImapFlow } from "imapflow";

import type { Config } from "#server/platform/config/config.ts";

import { messageBytesMax, type Shelf } from "./mailbox.ts";

export type ImapSettings = Extract<Config["inbox"], { kind: "imap" }>;

/** In milliseconds. Together with the pause between two passes, less than the minute in which staff learn of it. */
const deadlines = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 20_000 };

/** Returns an unconnected client. Listen to its errors: they also reject the call that needs the connection. */
export async function imapClient({ host, port, security, user, password }: ImapSettings): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import("imapflow");
  return new Client({
    host,
    port,
    auth: { user, pass: password },
    ...deadlines,
    ...(security === "imaps" ? { secure: true } : { doSTARTTLS: security === "imap+starttls" }),
    logger: false,
    disableAutoIdle: true,
    // Some servers only estimate the size that they announce.
    maxLiteralSize: 2 * messageBytesMax,
  });
}

export const pathOf = (shelf: Shelf) => ["QuadKea", shelf];
