import type { ImapFlow } from "imapflow";

import { imapClient, type ImapSettings, pathOf } from "./imap-client.ts";
import { imapProblem } from "./imap-problem.ts";
import {
  type Left,
  type Mailbox,
  MailboxProblem,
  messageBytesMax,
  type Offer,
  type Shelf,
  shelves,
} from "./mailbox.ts";

/** What is in memory at once, apart from a larger message, and how many are offered together: they share their commits. */
const batch = { messages: 50, bytes: 2 * 1024 * 1024, together: 4 };
const done = "$QuadKea";
const byUid = { uid: true } as const;

interface Listed {
  readonly uid: number;
  readonly bytes: number;
}

/**
 * A mailbox on a mail server. There is no bookmark: all that lies there without our mark is offered, so that nothing depends on UIDs
 * that outlive a connection.
 */
export class ImapMailbox implements Mailbox {
  readonly #settings: ImapSettings;
  #client: ImapFlow | null = null;
  #hasNews = true;
  #isClosed = false;
  /** What broke the connection: calls that need it only say that it is gone. */
  #fault: unknown = null;

  constructor(settings: ImapSettings) {
    this.#settings = settings;
  }

  get hasNews(): boolean {
    return this.#hasNews;
  }

  async open(): Promise<void> {
    if (this.#client?.usable === true) return;
    try {
      const client = await this.#newClient();
      await client.connect();
      await client.mailboxOpen(this.#settings.path);
      await makeShelves(client);
    } catch (error) {
      this.#disconnect();
      throw imapProblem(this.#fault ?? error);
    }
  }

  async pass(offer: Offer): Promise<Left> {
    const client = this.#client;
    if (client === null) throw new MailboxProblem("broken");
    try {
      this.#hasNews = false;
      const left = await offerAll(client, offer);
      listen(client);
      return left;
    } catch (error) {
      const problem = imapProblem(this.#fault ?? error);
      if (problem instanceof MailboxProblem && problem.kind !== "shelves") this.#disconnect();
      throw problem;
    }
  }

  async purge(): Promise<void> {}

  close(): void {
    this.#isClosed = true;
    this.#disconnect();
  }

  #disconnect(): void {
    this.#client?.close();
    this.#client = null;
  }

  async #newClient(): Promise<ImapFlow> {
    const client = await imapClient(this.#settings);
    if (this.#isClosed) throw new MailboxProblem("broken");
    this.#fault = null;
    client.on("error", (error) => (this.#fault = error));
    client.on("exists", () => (this.#hasNews = true));
    client.on("close", () => {
      if (this.#client !== client) return;
      this.#client = null;
      this.#hasNews = true;
    });
    this.#client = client;
    return client;
  }
}

/** By the server's own prefix and delimiter. One that exists may be refused with any code. */
async function makeShelves(client: ImapFlow): Promise<void> {
  for (const shelf of shelves) {
    await client.mailboxCreate(pathOf(shelf)).catch(async (error: unknown) => {
      if (!client.usable) throw error;
      const found = await client.status(pathOf(shelf), { messages: true }).catch(() => false);
      if (found === false) throw new MailboxProblem("shelves", { cause: error });
    });
  }
}

/** Hears at once, without a lock, which would keep the server silent. The next command ends it. */
function listen(client: ImapFlow): void {
  void client.idle().catch(() => undefined);
}

async function offerAll(client: ImapFlow, offer: Offer): Promise<Left> {
  if (!client.capabilities.has("MOVE") && !canMark(client)) throw new MailboxProblem("marks");
  await client.noop(); // Without it, a server need not say what is new.
  const uids = await client.search({ unKeyword: done }, byUid);
  if (!uids) throw new MailboxProblem("broken");
  let tooLarge = 0;
  let isMoved = true;
  for (let from = 0; from < uids.length; from += batch.messages) {
    const listed = await list(client, uids.slice(from, from + batch.messages));
    const readable = listed.filter(({ bytes }) => bytes <= messageBytesMax);
    tooLarge += listed.length - readable.length;
    for (const some of inBatches(readable)) {
      for (const [shelf, taken] of await offerSome(client, some, offer)) {
        isMoved = (await moveTo(client, shelf, taken)) && isMoved;
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

async function list(client: ImapFlow, uids: readonly number[]): Promise<Listed[]> {
  const rows = await client.fetchAll(uids.join(","), { uid: true, size: true }, byUid);
  return rows.map(({ uid, size = 0 }) => ({ uid, bytes: size }));
}

function inBatches(listed: readonly Listed[]): number[][] {
  const batches: number[][] = [];
  let free = 0;
  for (const { uid, bytes } of listed) {
    const fits = bytes <= free;
    if (fits) batches.at(-1)?.push(uid);
    else batches.push([uid]);
    free = (fits ? free : batch.bytes) - bytes;
  }
  return batches;
}

/** Returns which go to which shelf. Messages that another program has removed are left out by the server. */
async function offerSome(
  client: ImapFlow,
  uids: readonly number[],
  offer: Offer,
): Promise<Map<Shelf, number[]>> {
  const query = { uid: true, source: true, internalDate: true };
  const validity = client.mailbox === false ? "" : String(client.mailbox.uidValidity);
  const rows = await client.fetchAll(uids.join(","), query, byUid);
  const taken = new Map<Shelf, number[]>();
  const offerRow = async ({ uid, source, internalDate }: (typeof rows)[number]) => {
    if (source === undefined) return;
    const arrivedAt = new Date(internalDate ?? Date.now());
    const shelf = await offer(`${validity}-${uid}`, { source, arrivedAt });
    if (shelf !== null) taken.set(shelf, [...(taken.get(shelf) ?? []), uid]);
  };
  for (let from = 0; from < rows.length; from += batch.together)
    await Promise.all(rows.slice(from, from + batch.together).map(offerRow));
  return taken;
}

/** False if the server refuses. imapflow itself would delete messages if the server cannot move them. */
async function moveTo(client: ImapFlow, shelf: Shelf, uids: readonly number[]): Promise<boolean> {
  const range = uids.join(",");
  const put = client.capabilities.has("MOVE")
    ? () => client.messageMove(range, pathOf(shelf), byUid)
    : () => client.messageCopy(range, pathOf(shelf), byUid);
  let result = await put();
  if (!result) {
    await makeShelves(client); // Somebody may have removed them.
    result = await put();
  }
  if (!result || client.capabilities.has("MOVE")) return Boolean(result);
  return client.messageFlagsAdd(range, [String.raw`\Seen`, done], byUid);
}
