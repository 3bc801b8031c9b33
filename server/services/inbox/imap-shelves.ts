import type { ImapFlow, SearchObject } from "imapflow";

import { dayMs } from "#domain/durations.ts";

import { pathOf } from "./imap-client.ts";
import { MailboxProblem, type Shelf, shelves, type TakeInResult } from "./mailbox.ts";

/** The mark of what is taken in and copied, where a server cannot move messages. */
export const done = "$QuadKea";
const byUid = { uid: true } as const;

/** A message that is taken in. */
export interface PlacedMessage extends TakeInResult {
  readonly uid: number;
}

interface Shelving {
  readonly client: ImapFlow;
  /** The names of messages that had our mark since this server was started. */
  readonly marked: Set<string>;
}

export function nameOf({ mailbox }: ImapFlow, uid: number): string {
  return `${mailbox === false ? "" : String(mailbox.uidValidity)}-${uid}`;
}

/**
 * Moves messages to a shelf or, if the server cannot, copies and marks them. False if the server refuses, or has not done what it
 * says. Throws `MailboxProblem` if they could not be marked.
 */
export async function putOnShelf(
  { client, marked }: Shelving,
  shelf: Shelf,
  placed: readonly PlacedMessage[],
): Promise<boolean> {
  if (client.capabilities.has("MOVE")) {
    const move = () => client.messageMove(rangeOf(placed), pathOf(shelf), byUid);
    return (await toShelf(client, move)) && hasNone(client, { uid: rangeOf(placed) });
  }
  const uncopied = await withoutCopy(client, shelf, placed);
  // imapflow itself would delete messages if the server cannot move them.
  const copy = () => client.messageCopy(rangeOf(uncopied), pathOf(shelf), byUid);
  if (uncopied.length > 0 && !(await toShelf(client, copy))) return false;
  await mark(client, placed);
  for (const { uid } of placed) marked.add(nameOf(client, uid));
  return true;
}

const rangeOf = (messages: readonly PlacedMessage[]) => messages.map(({ uid }) => uid).join(",");

async function toShelf(client: ImapFlow, work: () => Promise<unknown>): Promise<boolean> {
  if (await work()) return true;
  // Somebody may have removed the folders.
  return (await makeShelves(client)) && Boolean(await work());
}

/** An OK is no proof: without the right to mark, Courier says OK as well. */
async function mark(client: ImapFlow, placed: readonly PlacedMessage[]): Promise<void> {
  await client.messageFlagsAdd(rangeOf(placed), [String.raw`\Seen`, done], byUid);
  if (!(await hasNone(client, { uid: rangeOf(placed), unKeyword: done }))) throw new MailboxProblem("marks");
}

async function hasNone(client: ImapFlow, query: SearchObject): Promise<boolean> {
  const found = await client.search(query, byUid);
  if (!found) throw new MailboxProblem("broken");
  return found.length === 0;
}

/** Leaves out messages that an earlier offer has already copied. */
async function withoutCopy(
  client: ImapFlow,
  shelf: Shelf,
  placed: readonly PlacedMessage[],
): Promise<PlacedMessage[]> {
  const before = placed.filter(({ isNew }) => !isNew);
  if (before.length === 0 || client.mailbox === false) return [...placed];
  const { path } = client.mailbox;
  const known = await identities(client, rangeOf(before));
  const since = new Date(Math.min(...[...known.values()].map(({ at }) => at)) - dayMs);
  await client.mailboxOpen(pathOf(shelf));
  const newer = (await client.search({ since }, byUid)) || [];
  const copies = newer.length === 0 ? [] : [...(await identities(client, newer.join(","))).values()];
  await client.mailboxOpen(path);
  const there = new Set(copies.map(({ identity }) => identity));
  return placed.filter(({ uid }) => !there.has(known.get(uid)?.identity ?? ""));
}

/** A copy has the same Message-ID, size and time of arrival (RFC 3501 section 6.4.7). */
async function identities(client: ImapFlow, range: string) {
  const query = { uid: true, envelope: true, size: true, internalDate: true };
  const rows = await client.fetchAll(range, query, byUid);
  return new Map(
    rows.map(({ uid, envelope, size, internalDate }) => {
      const at = new Date(internalDate ?? 0).getTime();
      return [uid, { at, identity: [envelope?.messageId, size, at].join(" ") }] as const;
    }),
  );
}

/** By the server's own prefix and delimiter; one that exists may be refused with any code. False if they cannot be made. */
export async function makeShelves(client: ImapFlow): Promise<boolean> {
  let areThere = true;
  for (const shelf of shelves) {
    await client.mailboxCreate(pathOf(shelf)).catch(async (error: unknown) => {
      if (!client.usable) throw error;
      const found = await client.status(pathOf(shelf), { messages: true }).catch(() => false);
      areThere &&= found !== false;
    });
  }
  return areThere;
}
