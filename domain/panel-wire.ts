import * as v from "valibot";

/** Paths of the calls behind the sign-in; apart from `endpoints`, so that public pages do not carry them. */
export const panelEndpoints = {
  password: "/functions/v1/auth-password",
  confirmation: "/functions/v1/auth-confirm",
  sessions: "/functions/v1/auth-sessions",
  twoStep: "/functions/v1/auth-two-step",
  twoStepOff: "/functions/v1/auth-two-step-off",
  recoveryCodes: "/functions/v1/auth-recovery-codes",
  users: "/functions/v1/users",
  savedReplies: "/functions/v1/saved-replies",
  audit: "/functions/v1/audit",
  correction: "/functions/v1/desk-correction",
  figures: "/functions/v1/figures",
  recordsExport: "/functions/v1/records-export",
  liveStream: "/functions/v1/live-stream",
  liveNews: "/functions/v1/live-news",
  livePlace: "/functions/v1/live-place",
} as const;

/** What a refused call of the panel says. */
export const callProblemSchema = v.object({
  error: v.string(),
  field: v.optional(v.string()),
  /** The same call goes through once the password was given to `panelEndpoints.confirmation`. */
  password_required: v.optional(v.boolean()),
});

/** Asks for a list as a file. `query` is the list in PostgREST's form. */
export interface RecordsExport {
  readonly table: string;
  readonly query: string;
}

/** What goes wrong with accounts, in words. */
export const panelMessages = {
  codeRequired: "Enter the code from your authenticator app",
  codeRefused: "That code is wrong or used up. Enter the next one, or a recovery code",
  firstPasswordExpired:
    "This first password has expired. Ask a colleague, or whoever runs the server, for a new one",
  choosePasswordFirst: "Choose your own password first: until then, nothing else is open to you",
  tooManyPasswords: "Too many attempts. Please wait a while and try again",
  ownersOnly: "Only an owner may do this. Ask one of your owners",
  tooManyCodes: "Too many codes for one day. Sign out and in again, or try again tomorrow",
  passwordRequired: "Enter your password again to go on",
  lastOwner: "This is the last owner. Make somebody else an owner first, who has chosen their own password",
  disabledOwner: "A disabled user cannot be an owner. Enable them first",
  tooManyExports: "That is a lot of files for one hour. Try again later",
  signedOut: "You are signed out. Sign in again to go on",
  unreachable: "The server cannot be reached. Check your connection and try again",
} as const;
