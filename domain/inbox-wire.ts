import * as v from "valibot";

/** Calls about mails that came back (deals.md section 11). */
export const inboxEndpoints = {
  inbox: "/functions/v1/inbox",
  message: "/functions/v1/inbox-message",
  file: "/functions/v1/inbox-file",
  /** A kept attachment: `?id=`, a picture also `&w=320`. */
  attachment: "/functions/v1/inbox-attachment",
  /** DELETE takes an attachment out: `?id=`. */
  filePart: "/functions/v1/inbox-file-part",
} as const;

/** A record that a mail may belong to, and why: "Same address". */
const suggestionSchema = v.object({ ref: v.string(), why: v.string() });

const mailboxSchema = v.object({ name: v.string(), address: v.string() }); // Either may be empty.
export type Mailbox = v.InferOutput<typeof mailboxSchema>;

const mailFields = {
  id: v.string(),
  from: mailboxSchema,
  reply_to: v.nullable(mailboxSchema), // Where its sender wants answers, if elsewhere.
  copies: v.array(mailboxSchema), // Whom else it went to.
  subject: v.string(),
  at: v.string(), // When it arrived.
  words: v.string(), // What is new in it; empty if it has no text.
  suggestions: v.array(suggestionSchema), // Empty once it is filed.
};

const attachmentSchema = v.object({
  id: v.string(),
  name: v.string(), // As the sender named it.
  bytes: v.number(), // As it came.
  kept: v.nullable(v.picklist(["picture", "download"])), // Null: only its name is known.
  url: v.nullable(v.string()), // Of what is kept.
  is_removed: v.exactOptional(v.literal(true)), // Staff took it out.
});
export type MailAttachment = v.InferOutput<typeof attachmentSchema>;

/** A mail from a customer, with everything that is kept of it. */
export const inboundMailSchema = v.object({
  ...mailFields,
  full: v.string(), // All of its text; the same as `words` if nothing was folded away.
  files: v.array(attachmentSchema),
  /** Another address than the record's: it counts as the customer's only once staff confirm it. */
  is_from_other: v.boolean(),
  /** Such as an out-of-office notice: nobody wrote it, and nothing waits. */
  is_automatic: v.boolean(),
  /** The mail waits for our answer. */
  is_open: v.boolean(),
});
export type InboundMail = v.InferOutput<typeof inboundMailSchema>;

export const inboxSchema = v.object({ unfiled: v.array(v.object(mailFields)) }); // Oldest first.
export type UnfiledMail = v.InferOutput<typeof inboxSchema>["unfiled"][number];

/** Whom an answer goes to: addresses in the heads of that mail, or the record's. */
export const recipientsSchema = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(20));

/** Filing one that is filed there already confirms its sender. Ignoring one that is filed means that it needs no answer. */
export const inboxFileRequest = v.union([
  v.strictObject({ id: v.string(), ref: v.string() }),
  v.strictObject({ id: v.string(), as: v.literal("contact") }),
  v.strictObject({ id: v.string(), ignore: v.literal(true) }),
]);
export type InboxFileRequest = v.InferOutput<typeof inboxFileRequest>;

/** `ref` is the mail's record now; null if it was ignored. */
export const inboxFiledSchema = v.object({ success: v.literal(true), ref: v.nullable(v.string()) });
