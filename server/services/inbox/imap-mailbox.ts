import type { ImapFlow } from "imapflow";

import { imapClient, type ImapSettings } from "./imap-client.ts";
import { offerAll } from "./imap-pass.ts";
import { imapProblem } from "./imap-problem.ts";
import { makeShelves } from "./imap-shelves.ts";
import { type LeftMessages, type MessageStore, MailboxProblem, type OfferSet } from "./mailbox.ts";

const aliveMs = 5000;

export interface ImapOptions {
  readonly scratch: string;
  /** How long the server may take to send one thing whole. One that sends a byte now and then is never silent. */
  readonly stuckMs: number;
}

/**
 * A mailbox on a mail server. There is no bookmark: all that lies there without our mark is offered, so that nothing depends on UIDs
 * that outlive a connection.
 */
export class ImapMailbox implements MessageStore {
  readonly #settings: ImapSettings;
  readonly #options: ImapOptions;
  readonly #marked = new Set<string>();
  #client: ImapFlow | null = null;
  #hasNews = true;
  #isClosed = false;
  /** The cause of a broken connection: calls that need it only say that it is gone. */
  #fault: unknown = null;

  constructor(settings: ImapSettings, options: ImapOptions) {
    this.#settings = settings;
    this.#options = options;
  }

  get hasNews(): boolean {
    return this.#hasNews;
  }

  async open(): Promise<void> {
    if (this.#client?.usable === true) return;
    try {
      const client = await this.#newClient();
      await this.#watched(client, async (progress) => {
        await client.connect();
        progress();
        await client.mailboxOpen(this.#settings.path);
        await makeShelves(client);
      });
    } catch (error) {
      this.#disconnect();
      throw imapProblem(this.#fault ?? error);
    }
  }

  async pass(offer: OfferSet): Promise<LeftMessages> {
    const client = this.#client;
    if (client === null) throw new MailboxProblem("broken");
    const { scratch } = this.#options;
    try {
      this.#hasNews = false;
      const left = await this.#watched(client, (progress) => {
        const patient: OfferSet = (messages) => keepAlive(client, progress, () => offer(messages));
        return offerAll({ client, offer: patient, scratch, progress, marked: this.#marked });
      });
      listen(client);
      return left;
    } catch (error) {
      const problem = imapProblem(this.#fault ?? error);
      if (problem instanceof MailboxProblem && problem.kind !== "shelves") this.#disconnect();
      throw problem;
    }
  }

  async purge(): Promise<void> {}

  async forget(): Promise<void> {}

  close(): void {
    this.#isClosed = true;
    this.#disconnect();
  }

  /** Cuts the connection off if nothing has come whole for too long. */
  async #watched<Result>(client: ImapFlow, work: (progress: () => void) => Promise<Result>): Promise<Result> {
    const watch = setTimeout(() => {
      this.#fault = new MailboxProblem("stuck");
      client.close();
    }, this.#options.stuckMs);
    return work(() => void watch.refresh()).finally(() => clearTimeout(watch));
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

/** Hears at once, without a lock, which would keep the server silent. The next command ends it. */
function listen(client: ImapFlow): void {
  void client.idle().catch(() => undefined);
}

/** While messages are taken in, the connection is silent for longer than imapflow or the server may let it be. */
async function keepAlive<Result>(
  client: ImapFlow,
  progress: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const alive = setInterval(() => {
    progress();
    void client.noop().catch(() => undefined);
  }, aliveMs);
  return work().finally(() => {
    clearInterval(alive);
    progress();
  });
}
