import * as v from "valibot";

/** Paths that only staff request. Separate from `endpoints`, so that public pages don't carry them. */
export const deskEndpoints = {
  password: "/functions/v1/auth-password",
  lastList: "/functions/v1/desk-list",
  ownName: "/functions/v1/auth-name",
  choosePassword: "/functions/v1/auth-choose-password",
  sessions: "/functions/v1/auth-sessions",
  twoStep: "/functions/v1/auth-two-step",
  twoStepOff: "/functions/v1/auth-two-step-off",
  recoveryCodes: "/functions/v1/auth-recovery-codes",
  users: "/functions/v1/users",
  savedReplies: "/functions/v1/saved-replies",
  audit: "/functions/v1/audit",
  reply: "/functions/v1/desk-reply",
  replyBack: "/functions/v1/desk-reply-undo",
  replyAgain: "/functions/v1/desk-reply-again",
  call: "/functions/v1/desk-call",
  callBack: "/functions/v1/desk-call-undo",
  correction: "/functions/v1/desk-correction",
  statistics: "/functions/v1/figures",
  recordsExport: "/functions/v1/records-export",
  thisIsTheShop: "/functions/v1/this-is-the-shop",
  liveStream: "/functions/v1/live-stream",
  liveUpdates: "/functions/v1/live-news",
  livePlace: "/functions/v1/live-place",
} as const;

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
  passwordRequired: "Enter your password again",
  firstPassword: "Choose your own password first: the one from the first start does nothing else",
  ownPasswordLink: "Change your own password under Your account: a link is for others",
  lastOwner: "This is the last owner. First make someone else an owner who has chosen their own password",
  disabledOwner: "A disabled user can't be an owner. Enable them first",
  savedFirst: "Somebody saved first. Copy your text, then reload.",
  tooManyExports: "That is a lot of files for one hour. Try again later",
  signedOut: "You are signed out. Sign in again to continue",
  oldCounts: "Counts and names may be out of date: they could not be loaded",
  unreachable: "Can't reach the server. Check your connection and try again",
} as const;
