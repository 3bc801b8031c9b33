import * as v from "valibot";

import { call } from "./call.ts";

/** Calls about mails that came back (deals.md section 11). */
export const inboxCalls = {
  inbox: call<object, { unfiled: readonly UnfiledMail[] }>("GET", "/functions/v1/inbox"), // Oldest first.
  message: call<{ id: string }, InboundMail>("GET", "/functions/v1/inbox-message"),
  file: call<typeof inboxFileRequest, FilingResult>("POST", "/functions/v1/inbox-file"),
  /** A kept attachment; of a picture, `&w=320` is a small one. */
  attachment: call<{ id: string }>("GET", "/functions/v1/inbox-attachment"),
  /** Takes an attachment out. */
  filePart: call<{ id: string }>("DELETE", "/functions/v1/inbox-file-part"),
} as const;

/** Either may be empty. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface UnfiledMail {
  readonly id: string;
  readonly from: Mailbox;
  readonly reply_to: Mailbox | null; // Where its sender wants answers, if elsewhere.
  readonly copies: readonly Mailbox[]; // Whom else it went to.
  readonly subject: string;
  readonly at: string; // When it arrived.
  readonly words: string; // What is new in it; empty if it has no text.
  /** Records that it may belong to, and why: "Same address". Empty once it is filed. */
  readonly suggestions: readonly { readonly ref: string; readonly why: string }[];
}

export interface MailAttachment {
  readonly id: string;
  readonly name: string; // As the sender named it.
  readonly bytes: number; // As it came.
  readonly kept: "picture" | "download" | null; // Null: only its name is known.
  readonly url: string | null; // Of what is kept.
  readonly is_removed?: true; // Staff took it out.
}

/** A mail from a customer, with everything that is kept of it. */
export interface InboundMail extends UnfiledMail {
  readonly full: string; // All of its text; the same as `words` if nothing was folded away.
  readonly files: readonly MailAttachment[];
  /** Another address than the record's: it counts as the customer's only once staff confirm it. */
  readonly is_from_other: boolean;
  /** From another address, and staff have not said yet whose it is. */
  readonly is_undecided: boolean;
  /** Such as an out-of-office notice: nobody wrote it, and nothing waits. */
  readonly is_automatic: boolean;
  /** The mail waits for our answer. */
  readonly is_open: boolean;
}

/** The reference of the record where the mail is now; null if it was ignored. */
interface FilingResult {
  readonly success: true;
  readonly ref: string | null;
}

/** Whom an answer goes to: addresses in the heads of that mail, or the record's. */
export const recipientsSchema = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(20));

/**
 * Filing one that is filed there already confirms its sender; with another record, it moves. Ignoring one that is filed means that it
 * needs no answer or, from another address, that it isn't the customer's.
 */
export const inboxFileRequest = v.union([
  v.strictObject({ id: v.string(), ref: v.string() }),
  v.strictObject({ id: v.string(), as: v.literal("contact") }),
  v.strictObject({ id: v.string(), ignore: v.literal(true) }),
]);
export type InboxFileRequest = v.InferOutput<typeof inboxFileRequest>;
