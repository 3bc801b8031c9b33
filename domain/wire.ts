import * as v from "valibot";

import { closureSchema } from "./closure.ts";
import { challengeSchema } from "./proof-of-work.ts";

/** Paths of the calls (design.md section 3). */
export const endpoints = {
  sendMail: "/send-mail.php",
  records: "/rest/v1",
  login: "/functions/v1/auth-login",
  logout: "/functions/v1/auth-logout",
  refresh: "/functions/v1/auth-refresh",
  currentUser: "/functions/v1/auth-me",
  mailJournal: "/functions/v1/mail-journal",
  notices: "/functions/v1/notices",
  deskSummary: "/functions/v1/desk-summary",
  deskRecord: "/functions/v1/desk-record",
  deskNote: "/functions/v1/desk-note",
  forms: "/forms",
  config: "/config.json",
} as const;

/** The function under `rest/v1/rpc` that searches the records of a table. */
export function searchFunction({ table }: { readonly table: string }): string {
  return `search_${table}`;
}

/** The most records in one answer of a list. */
export const largestPage = 1000;

/** Where a list asks for `count=estimated`, more matches than these are not counted. */
export const countsEstimatedTo = 100;

/** So long the same fields are the same submission, whoever sends them again (design.md section 8.16). */
export const sameFieldsWindowMs = 10 * 60_000;

/** Answer of the mail call. */
export const callAnswerSchema = v.object({
  success: v.boolean(),
  ref_number: v.optional(v.string()),
  /** When the server took it in, from which the promised reply is reckoned. */
  received_at: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  error: v.optional(v.string()),
  /** The name of the field a 400 is about. */
  field: v.optional(v.string()),
  /** Names the log lines of a failed request, for support. */
  request_id: v.optional(v.string()),
  /** With a 429: the same call goes through once it carries the solution of this. */
  challenge: v.optional(challengeSchema),
});
export type CallAnswer = v.InferOutput<typeof callAnswerSchema>;

export const loginAnswerSchema = v.object({
  success: v.optional(v.boolean()),
  error: v.optional(v.string()),
  /** The password was right; a code is wanted as well. */
  code_required: v.optional(v.boolean()),
  /** Signed in with a first password: nothing is open to them until they have chosen their own. */
  choose_password: v.optional(v.boolean()),
});
export type LoginAnswer = v.InferOutput<typeof loginAnswerSchema>;

export const userRoles = ["admin"] as const;

/** The signed-in user. `role` is text, so that a role added later is refused, not a parse error. */
export const currentUserSchema = v.object({
  id: v.string(),
  email: v.string(),
  full_name: v.string(),
  role: v.string(),
  /** Signed in with a first password: nothing is open to them until they have chosen their own. */
  must_choose_password: v.optional(v.boolean()),
  /** Whether they manage users, read the audit list and export records. */
  is_owner: v.optional(v.boolean()),
});
export type CurrentUser = v.InferOutput<typeof currentUserSchema>;

/** What the pages need to know of the installation that serves them. */
export const siteConfigSchema = v.object({
  anonKey: v.string(),
  /** A self-hosted, cookie-less visitor count, loaded only after consent; absent where none is set up. */
  analytics: v.optional(v.object({ src: v.string(), siteId: v.string() })),
  /** Days on which the owner has closed; absent where there are none. */
  closures: v.optional(v.array(closureSchema)),
});
export type SiteConfig = v.InferOutput<typeof siteConfigSchema>;

/** PostgREST's error body. */
export const recordErrorSchema = v.object({
  code: v.string(),
  message: v.string(),
  details: v.nullable(v.string()),
  hint: v.nullable(v.string()),
});
export type RecordError = v.InferOutput<typeof recordErrorSchema>;
