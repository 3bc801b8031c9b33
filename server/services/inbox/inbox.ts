import type { Notice } from "#domain/notice.ts";
import type { Config } from "#server/platform/config/config.ts";
import { type Database, DatabaseUnavailable } from "#server/platform/database/database.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Counters } from "#server/platform/observability/metrics.ts";

import { FolderMailbox } from "./folder-mailbox.ts";
import { ImapMailbox } from "./imap-mailbox.ts";
import { leftNotice, problemNotice } from "./inbox-notice.ts";
import {
  type ArrivedMessage,
  type LeftMessages,
  type MessageStore,
  MailboxProblem,
  type OfferSet,
  type TakeInResult,
  type TakeIn,
} from "./mailbox.ts";

/** In milliseconds. */
export interface InboxTimes {
  readonly lookEveryMs: number; // The mailbox is also read this often without news from the mail server.
  readonly stillMs: number;
  readonly pauseMs: number; // After the first failure; it doubles with each further one.
  readonly stuckMs: number; // How long the mail server may take to send one thing whole.
}

interface InboxOptions {
  readonly database: Database;
  readonly counters: Counters;
  readonly log: Log;
  /** The folder for large messages that are being read. */
  readonly scratch: string;
}

const pauseMaxMs = 60_000;
/** A server that sees too many wrong passwords locks the account, or us out. */
const refusedPause = { times: 15, maxMs: 600_000 };
/** Longer than any deadline of the mailbox. */
const stuckAfterMs = 35_000;

export function createInbox(
  inbox: Config["inbox"],
  context: InboxOptions,
  given: Partial<InboxTimes> = {},
): Inbox {
  const times = {
    lookEveryMs: inbox.kind === "imap" ? 20_000 : 3000,
    stillMs: 2000,
    pauseMs: 1000,
    stuckMs: 120_000,
    ...given,
  };
  const mailbox =
    inbox.kind === "imap"
      ? new ImapMailbox(inbox, { scratch: context.scratch, stuckMs: times.stuckMs })
      : new FolderMailbox(inbox.folder, times.stillMs);
  return new Inbox(mailbox, times, context);
}

/** Takes messages in, and knows whether the mailbox can be read. Each instance has its own connection; they take turns at reading. */
export class Inbox {
  readonly #mailbox: MessageStore;
  readonly #times: InboxTimes;
  readonly #context: InboxOptions;
  #nextAt = 0;
  /** Since when a look has waited for the mailbox: Infinity while a set is taken in, null between two looks. */
  #busySince: number | null = null;
  #failures = 0;
  #problem: MailboxProblem | null = null;
  #left: LeftMessages = { tooLarge: 0, unreadable: [] };
  /** Names of messages that could not be taken in. */
  #failed: ReadonlySet<string> = new Set();
  #isClosed = false;

  constructor(mailbox: MessageStore, times: InboxTimes, context: InboxOptions) {
    this.#mailbox = mailbox;
    this.#times = times;
    this.#context = context;
  }

  get isReady(): boolean {
    return this.#shownProblem === null;
  }

  notice(): Notice | null {
    const problem = this.#shownProblem;
    return problem === null ? leftNotice(this.#left, this.#failed.size) : problemNotice(problem);
  }

  /** Takes in what has come, if it is time to look. Call it every second. Rejects if the database is out of reach. */
  async look(takeIn: TakeIn): Promise<void> {
    if (this.#isClosed || this.#busySince !== null || !this.#isDue) return;
    this.#busySince = performance.now();
    try {
      await this.#mailbox.open();
      await this.#context.database.alone("inbox", () => this.#pass(takeIn));
    } catch (error) {
      this.#noteFailure(error);
    } finally {
      this.#busySince = null;
    }
  }

  /** Removes what was taken in long ago, where that is ours to remove. */
  async purge(now: Date): Promise<void> {
    await this.#mailbox.purge(now);
  }

  /** A file of that message was taken out. */
  async forget(messageId: string): Promise<void> {
    await this.#mailbox.forget(messageId);
  }

  /** Cuts off what is under way: the next start does it. */
  close(): void {
    this.#isClosed = true;
    this.#mailbox.close();
  }

  get #isDue(): boolean {
    return performance.now() >= this.#nextAt || (this.#failures === 0 && this.#mailbox.hasNews);
  }

  /** A connection that breaks once is opened again before anyone needs to know. */
  get #shownProblem(): MailboxProblem | null {
    const isStuck = this.#busySince !== null && performance.now() - this.#busySince > stuckAfterMs;
    if (isStuck) return new MailboxProblem("stuck");
    return this.#problem?.kind === "broken" && this.#failures === 1 ? null : this.#problem;
  }

  async #pass(takeIn: TakeIn): Promise<void> {
    const failed = new Set<string>();
    const offer: OfferSet = async (messages) => {
      this.#busySince = Infinity;
      const taken = await this.#takenIn(takeIn, messages);
      this.#busySince = performance.now();
      for (const [index, one] of taken.entries()) {
        if (one === null) failed.add(messages[index]?.name ?? "");
        else if (one.isNew) this.#context.counters.inboxMessages.inc({ shelf: one.shelf.toLowerCase() });
      }
      return taken;
    };
    this.#left = await this.#mailbox.pass(offer);
    this.#failed = failed;
    this.#nextAt = performance.now() + this.#times.lookEveryMs;
    if (this.#problem !== null) this.#context.log.info("the mailbox can be read again");
    this.#problem = null;
    this.#failures = 0;
  }

  /** Keeps a message that cannot be stored from holding up those behind it. */
  async #takenIn(takeIn: TakeIn, messages: readonly ArrivedMessage[]): Promise<(TakeInResult | null)[]> {
    const results = await takeIn(messages).catch((reason: unknown) =>
      messages.map(() => ({ status: "rejected" as const, reason })),
    );
    return results.map((result, index) => {
      if (result.status === "fulfilled") return result.value;
      if (result.reason instanceof DatabaseUnavailable) throw result.reason;
      const isNew = !this.#failed.has(messages[index]?.name ?? "");
      if (isNew && !this.#isClosed)
        this.#context.log.error({ err: result.reason }, "a message could not be taken in");
      return null;
    });
  }

  #noteFailure(error: unknown): void {
    if (this.#isClosed) return;
    const { pauseMs } = this.#times;
    if (!(error instanceof MailboxProblem)) {
      this.#nextAt = performance.now() + pauseMs;
      throw error;
    }
    const isRefused = error.kind === "password";
    const factor = 2 ** this.#failures * (isRefused ? refusedPause.times : 1);
    this.#nextAt =
      performance.now() + Math.min(pauseMs * factor, isRefused ? refusedPause.maxMs : pauseMaxMs);
    this.#failures += 1;
    if (this.#problem === null) this.#context.log.warn({ err: error }, "the mailbox cannot be read");
    this.#problem = error;
  }
}
