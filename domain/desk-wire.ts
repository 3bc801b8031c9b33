import * as v from "valibot";

import type {
  Account,
  AccountChange,
  AuthenticatorKey,
  NewAccount,
  OwnSession,
  PasswordLink,
  Proof,
  RecoveryCodes,
  TwoStep,
} from "./accounts.ts";
import type { AuditPage } from "./audit.ts";
import { call } from "./call.ts";
import type {
  callBackSchema,
  ChangeOutcomes,
  correctionSchema,
  DeskSummary,
  loggedCallSchema,
  newNoteSchema,
  newReplySchema,
  recordChangesSchema,
  ShownRecord,
} from "./desk.ts";
import type { MailJournal, Notice } from "./notice.ts";
import type { ReplyDraft, SavedReply } from "./saved-reply.ts";
import type { Statistics } from "./statistics.ts";
import type { LastList } from "./wire.ts";

/** Calls that only staff make. Separate from `endpoints`, so that public pages don't carry them. */
export const deskCalls = {
  password: call<{ current: string; next: string; full_name?: string }>(
    "POST",
    "/functions/v1/auth-password",
  ),
  lastList: call<LastList>("PUT", "/functions/v1/desk-list"),
  ownName: call<{ full_name: string }>("POST", "/functions/v1/auth-name"),
  choosePassword: call<{ token: string; password: string }>("POST", "/functions/v1/auth-choose-password"),
  sessions: call<object, readonly OwnSession[]>("GET", "/functions/v1/auth-sessions"),
  sessionEnd: call<object>("DELETE", "/functions/v1/auth-sessions/:id"),
  /** Ends all sessions but this one. */
  sessionEnds: call<object>("DELETE", "/functions/v1/auth-sessions"),
  twoStep: call<object, TwoStep>("GET", "/functions/v1/auth-two-step"),
  twoStepStart: call<Proof, AuthenticatorKey>("POST", "/functions/v1/auth-two-step"),
  twoStepOn: call<{ code: string }, RecoveryCodes>("PUT", "/functions/v1/auth-two-step"),
  twoStepOff: call<Proof>("POST", "/functions/v1/auth-two-step-off"),
  recoveryCodes: call<Proof, RecoveryCodes>("POST", "/functions/v1/auth-recovery-codes"),
  users: call<object, readonly Account[]>("GET", "/functions/v1/users"),
  newUser: call<NewAccount & Proof, PasswordLink>("POST", "/functions/v1/users"),
  userChange: call<AccountChange>("PATCH", "/functions/v1/users/:id"),
  passwordLink: call<Proof, PasswordLink>("POST", "/functions/v1/users/:id/password-link"),
  savedReplies: call<object, readonly SavedReply[]>("GET", "/functions/v1/saved-replies"),
  newSavedReply: call<ReplyDraft, SavedReply>("POST", "/functions/v1/saved-replies"),
  savedReplyChange: call<ReplyDraft, SavedReply>("PUT", "/functions/v1/saved-replies/:id"),
  savedReplyRemoval: call<object>("DELETE", "/functions/v1/saved-replies/:id"),
  audit: call<object, AuditPage>("GET", "/functions/v1/audit"),
  mailJournal: call<object, MailJournal>("GET", "/functions/v1/mail-journal"),
  notices: call<object, { notices: readonly Notice[] }>("GET", "/functions/v1/notices"),
  summary: call<object, DeskSummary>("GET", "/functions/v1/desk-summary"),
  record: call<{ reference: string }, ShownRecord>("GET", "/functions/v1/desk-record"),
  recordChanges: call<typeof recordChangesSchema, ChangeOutcomes>("PATCH", "/functions/v1/desk-record"),
  note: call<typeof newNoteSchema>("POST", "/functions/v1/desk-note"), // As those below: `?reference=`.
  reply: call<typeof newReplySchema, { undo_until: string }>("POST", "/functions/v1/desk-reply"),
  replyBack: call<typeof callBackSchema>("POST", "/functions/v1/desk-reply-undo"),
  replyAgain: call<{ key: string }>("POST", "/functions/v1/desk-reply-again"),
  call: call<typeof loggedCallSchema>("POST", "/functions/v1/desk-call"),
  callBack: call<typeof callBackSchema>("POST", "/functions/v1/desk-call-undo"),
  correction: call<typeof correctionSchema>("POST", "/functions/v1/desk-correction"),
  statistics: call<object, Statistics>("GET", "/functions/v1/figures"),
  recordsExport: call<RecordsExport>("POST", "/functions/v1/records-export"),
  thisIsTheShop: call<Proof>("POST", "/functions/v1/this-is-the-shop"),
  liveStream: call("GET", "/functions/v1/live-stream"),
  liveUpdates: call("GET", "/functions/v1/live-news"),
  livePlace: call("POST", "/functions/v1/live-place"),
} as const;

/** The header by which each response names the build of the server's pages: a tab of another one is asked to reload. */
export const buildHeader = "x-build";

export const callProblemSchema = v.object({
  error: v.string(),
  field: v.optional(v.string()),
});

/** Requests a list as a file. `query` selects the records, in PostgREST's format. */
export interface RecordsExport {
  readonly table: string;
  readonly query: string;
  /** The exporting owner's password. */
  readonly password: string;
}

export const deskMessages = {
  codeRequired: "Enter the code from your authenticator app",
  codeRefused: "That code is wrong or used up. Enter the next one, or a recovery code",
  tooManyPasswords: "Too many attempts. Please wait a while and try again",
  ownersOnly: "Only an owner can do this. Ask one of your owners",
  notInRole: "Your role at the desk does not include this. Ask an owner",
  passwordRequired: "Enter your password again",
  firstPassword: "Choose your own password first: the one from the first start does nothing else",
  ownPasswordLink: "Change your own password under Your account: a link is for others",
  lastOwner: "This is the last owner. First make someone else an owner who has chosen their own password",
  disabledOwner: "A disabled user can't be an owner. Enable them first",
  savedFirst: "Somebody saved first. Copy your text, then reload.",
  versionMissing: "If-Match is missing: send the version that you saw",
  tooManyExports: "That is a lot of files for one hour. Try again later",
  signedOut: "You are signed out. Sign in again to continue",
  oldCounts: "Counts and names may be out of date: they could not be loaded",
  unreachable: "Can't reach the server. Check your connection and try again",
} as const;
