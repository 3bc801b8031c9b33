/** A message as it came: its bytes, or the file of a large one, of which the server itself then needs no memory. */
export type MessageSource = Uint8Array | { readonly file: string };

/** A message in the mailbox. `arrivedAt`: INTERNALDATE, or the file's time. */
export interface ArrivedMessage {
  readonly name: string; // Unique in the mailbox.
  readonly source: MessageSource;
  readonly arrivedAt: Date;
}

export const shelves = ["Filed", "Unfiled"] as const;

/** The subfolder of `QuadKea` in which a message ends. */
export type Shelf = (typeof shelves)[number];

/** The outcome for a message. A kill, or a server that forgot our mark, offers it again: then `isNew` is false. */
export interface TakeInResult {
  readonly shelf: Shelf;
  readonly isNew: boolean;
}

/**
 * Stores a set of messages, each for itself. Called again with the same one, it stores nothing and names the same shelf. A message
 * that fails stays where it is.
 */
export type TakeIn = (messages: readonly ArrivedMessage[]) => Promise<PromiseSettledResult<TakeInResult>[]>;

/** Larger messages stay where they are, for a person. Providers let 25 to 35 MB through. */
export const messageBytesMax = 40 * 1024 * 1024;

/** A larger message is a set of its own. */
export const largeBytes = 256 * 1024;

/** The most that is in memory, stored and moved at once. */
const setMost = { messages: 50, bytes: 2 * 1024 * 1024 };

export function inSets<One extends { readonly bytes: number }>(listed: readonly One[]): One[][] {
  const sets: One[][] = [];
  let free = 0;
  for (const one of listed) {
    const set = sets.at(-1);
    const fits =
      set !== undefined && set.length < setMost.messages && one.bytes <= Math.min(free, largeBytes);
    if (fits) set.push(one);
    else sets.push([one]);
    free = one.bytes > largeBytes ? 0 : (fits ? free : setMost.bytes) - one.bytes;
  }
  return sets;
}

/** Takes a set in. Null for a message that has to stay where it is. Rejects with `DatabaseUnavailable`. */
export type OfferSet = (messages: readonly ArrivedMessage[]) => Promise<readonly (TakeInResult | null)[]>;

/** Messages that a pass left behind: how many too large, and the names of unreadable files. */
export interface LeftMessages {
  readonly tooLarge: number;
  readonly unreadable: readonly string[];
}

/** A source of messages that deletes none by itself. Calls reject with a `MailboxProblem`, or as `offer` does. */
export interface MessageStore {
  /** Something may have come in since the last pass began. */
  readonly hasNews: boolean;
  /** Connects, if it has to. */
  open(): Promise<void>;
  /** Offers each message that lies there once, and moves it to its shelf. */
  pass(offer: OfferSet): Promise<LeftMessages>;
  /** Removes what was taken in 90 days ago, if it is not its owner's. */
  purge(now: Date): Promise<void>;
  /** Removes the messages with this Message-ID that were taken in, if they are not their owner's. */
  forget(messageId: string): Promise<void>;
  /** Cuts off what is under way. */
  close(): void;
}

const sentences = {
  password: "The mail server refused the user or the password in INBOX_URL.",
  unreachable: "The mail server cannot be reached.",
  unsafe:
    "The connection to the mail server cannot be protected: its certificate is refused, or it has none.",
  missing: "The mailbox that INBOX_URL names does not exist.",
  folder: "The folder that INBOX_URL names cannot be read or written.",
  shelves: "Messages cannot be moved to the folder QuadKea. The mailbox may be full.",
  marks: "The mail server can neither move nor mark messages. Another mailbox is needed.",
  broken: "The mail server breaks the connection off.",
  stuck: "The mail server does not respond.",
} as const;

/** The mailbox cannot be read. Its message is a sentence for staff. */
export class MailboxProblem extends Error {
  override readonly name = "MailboxProblem";
  readonly kind: keyof typeof sentences;

  constructor(kind: keyof typeof sentences, options?: ErrorOptions) {
    super(sentences[kind], options);
    this.kind = kind;
  }
}
