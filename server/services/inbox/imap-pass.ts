import { appendFile } from "node:fs/promises";
import { join } from "node:path";

import type { ImapFlow } from "imapflow";

import { hasCode, withScratchFolder } from "#server/platform/files/files.ts";

import { done, nameOf, type PlacedMessage, putOnShelf } from "./imap-shelves.ts";
import {
  type ArrivedMessage,
  inSets,
  largeBytes,
  type LeftMessages,
  MailboxProblem,
  messageBytesMax,
  type OfferSet,
  shelves,
} from "./mailbox.ts";

const listedAtOnce = 500;
const pieceBytes = 512 * 1024;
const byUid = { uid: true } as const;

interface ListedMessage {
  readonly uid: number;
  readonly bytes: number;
}

interface Pass {
  readonly client: ImapFlow;
  readonly offer: OfferSet;
  /** A folder for large messages. */
  readonly scratch: string;
  /** The server has sent something whole. */
  readonly progress: () => void;
  /** The names of messages that had our mark since the server was started: it must not forget it. */
  readonly marked: Set<string>;
}

/** Offers each message that lies there without our mark, and moves it. */
export async function offerAll(pass: Pass): Promise<LeftMessages> {
  const { client } = pass;
  if (!client.capabilities.has("MOVE") && !canMark(client)) throw new MailboxProblem("marks");
  await client.noop(); // Servers need not report new messages without a NOOP.
  const uids = await client.search({ unKeyword: done }, byUid);
  if (!uids) throw new MailboxProblem("broken");
  let tooLarge = 0;
  let isMoved = true;
  for (let from = 0; from < uids.length; from += listedAtOnce) {
    const listed = await list(client, uids.slice(from, from + listedAtOnce));
    const readable = listed.filter(({ bytes }) => bytes <= messageBytesMax);
    tooLarge += listed.length - readable.length;
    for (const set of inSets(readable)) {
      pass.progress();
      const placed = await offerSet(pass, set);
      for (const shelf of shelves) {
        const there = placed.filter((one) => one.shelf === shelf);
        if (there.length > 0) isMoved = (await putOnShelf(pass, shelf, there)) && isMoved;
      }
    }
  }
  if (!isMoved) throw new MailboxProblem("shelves");
  return { tooLarge, unreadable: [] };
}

function canMark({ mailbox }: ImapFlow): boolean {
  const flags = mailbox === false ? undefined : mailbox.permanentFlags;
  return flags === undefined || flags.has(String.raw`\*`) || flags.has(done);
}

async function list(client: ImapFlow, uids: readonly number[]): Promise<ListedMessage[]> {
  const rows = await client.fetchAll(uids.join(","), { uid: true, size: true }, byUid);
  return rows.map(({ uid, size = 0 }) => ({ uid, bytes: size }));
}

/** Messages that another program has removed are left out by the server. */
async function offerSet(pass: Pass, set: readonly ListedMessage[]): Promise<PlacedMessage[]> {
  const { client, marked } = pass;
  if (set.some(({ uid }) => marked.has(nameOf(client, uid)))) throw new MailboxProblem("marks");
  const [first] = set;
  const isLarge = first !== undefined && first.bytes > largeBytes;
  if (!isLarge) return offerRows(pass, await fetchSet(client, set));
  return withScratchFolder(pass.scratch, async (folder) => {
    const row = await download(pass, first.uid, join(folder, "mail.eml")).catch(unlessFull);
    return offerRows(pass, row === null ? [] : [row]);
  });
}

type ImapMessage = Omit<ArrivedMessage, "name"> & { readonly uid: number };

async function fetchSet(client: ImapFlow, set: readonly ListedMessage[]): Promise<ImapMessage[]> {
  const query = { uid: true, source: true, internalDate: true };
  const rows = await client.fetchAll(set.map(({ uid }) => uid).join(","), query, byUid);
  return rows.flatMap(({ uid, source, internalDate }) =>
    source === undefined ? [] : [{ uid, source, arrivedAt: new Date(internalDate ?? Date.now()) }],
  );
}

/** Leaves the message in the mailbox; the disk's own notice says why. */
function unlessFull(error: unknown): null {
  if (hasCode(error, "ENOSPC", "EDQUOT")) return null;
  throw error;
}

/** In pieces, so that it is never in memory as a whole. Null if it is gone. */
async function download({ client, progress }: Pass, uid: number, file: string): Promise<ImapMessage | null> {
  for (let start = 0; ; start += pieceBytes) {
    const query = { internalDate: true, source: { start, maxLength: pieceBytes } };
    const row = await client.fetchOne(String(uid), query, byUid);
    if (!row) return null;
    progress();
    const { source = Buffer.alloc(0), internalDate } = row;
    await appendFile(file, source);
    if (source.length < pieceBytes)
      return { uid, source: { file }, arrivedAt: new Date(internalDate ?? Date.now()) };
  }
}

async function offerRows({ client, offer }: Pass, rows: readonly ImapMessage[]): Promise<PlacedMessage[]> {
  const taken = await offer(rows.map(({ uid, ...row }) => ({ ...row, name: nameOf(client, uid) })));
  return rows.flatMap(({ uid }, index) => {
    const one = taken[index];
    return one ? [{ uid, ...one }] : [];
  });
}
