/** One message as it lies in the mailbox. `arrivedAt`: INTERNALDATE, or the file's time. */
export interface ArrivedMessage {
  readonly source: Uint8Array;
  readonly arrivedAt: Date;
}

/** The subfolder of `QuadKea` in which a message ends. */
export type Shelf = "Filed" | "Unfiled";

/**
 * Stores one message. Called again with the same one, it stores nothing and says the same. Throws
 * `DatabaseUnavailable`: then the message stays where it is.
 */
export type TakeIn = (message: ArrivedMessage) => Promise<Shelf>;

export const shelves = ["Filed", "Unfiled"] as const satisfies readonly Shelf[];

/** Larger ones stay where they are, for a person: nobody sends that much by mail. */
export const messageBytesMax = 40 * 1024 * 1024;

/** As `TakeIn`, but resolves with null if the message has to stay where it is. `name` is its own among all of the mailbox. */
export type Offer = (name: string, message: ArrivedMessage) => Promise<Shelf | null>;

/** Where messages come in. It never deletes one. Calls reject with a `MailboxProblem`. */
export interface Mailbox {
  /** Whether something may have come in since the last pass began. */
  readonly hasNews: boolean;
  /** Connects, if it has to. */
  open(): Promise<void>;
  /** Offers each message that lies there once, and puts it on its shelf. Returns how many were too large to be read. */
  pass(offer: Offer): Promise<{ readonly tooLarge: number }>;
  /** Cuts off what is under way. */
  close(): void;
}

const problems = {
  password: "The mail server refused the user or the password of INBOX_URL.",
  unreachable: "The mail server cannot be reached.",
  unsafe: "The connection to the mail server cannot be protected: look at its certificate.",
  missing: "The mailbox that INBOX_URL names is not there.",
  folder: "The folder that INBOX_URL names cannot be read or written.",
  shelves: "Messages that were read cannot be moved to QuadKea: the mailbox may be full.",
  marks: "The mail server can neither move messages nor mark them: another mailbox is needed.",
  broken: "The mail server breaks off.",
  stuck: "The mail server does not respond.",
} as const;

export type MailboxProblemKind = keyof typeof problems;

/** The mailbox cannot be read. Its message is a sentence for staff. */
export class MailboxProblem extends Error {
  override readonly name = "MailboxProblem";
  readonly kind: MailboxProblemKind;

  constructor(kind: MailboxProblemKind, options?: ErrorOptions) {
    super(problems[kind], options);
    this.kind = kind;
  }
}
