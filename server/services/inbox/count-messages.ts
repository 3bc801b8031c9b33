import type { ImapFlow } from "imapflow";

import { imapClient, type ImapSettings, pathOf } from "./imap-client.ts";
import { imapProblem } from "./imap-problem.ts";
import { shelves } from "./mailbox.ts";

/** Counts messages from these senders, in lower case, in the mailbox and where what was taken in lies. Rejects with a `MailboxProblem`. */
export async function countMessages(settings: ImapSettings, senders: readonly string[]): Promise<number> {
  const client = await imapClient(settings);
  client.on("error", () => undefined);
  try {
    await client.connect();
    let count = 0;
    for (const path of [settings.path, ...shelves.map(pathOf)])
      for (const sender of senders) count += await countIn(client, path, sender);
    return count;
  } catch (error) {
    throw imapProblem(error);
  } finally {
    client.close();
  }
}

/** The server's own search also finds longer addresses that contain this one. */
async function countIn(client: ImapFlow, path: string | string[], sender: string): Promise<number> {
  const isShelf = typeof path !== "string";
  if (isShelf && !(await client.status(path, { messages: true }).catch(() => false))) return 0;
  await client.mailboxOpen(path, { readOnly: true });
  const uids = await client.search({ from: sender }, { uid: true });
  if (!uids || uids.length === 0) return 0;
  const found = await client.fetchAll(uids.join(","), { envelope: true }, { uid: true });
  const isFrom = (address: string | undefined) => address?.toLowerCase() === sender;
  return found.filter(({ envelope }) => envelope?.from?.some(({ address }) => isFrom(address))).length;
}
