import * as v from "valibot";

import { deskRoleNames } from "./desk-roles.ts";
import type { PublicFacts } from "./firm.ts";
import { challengeSchema } from "./proof-of-work.ts";

export function searchFunction({ table }: { readonly table: string }): string {
  return `search_${table}`;
}

/** Most records in one response of a list. */
export const largestPage = 1000;

/** With `count=estimated`, more matches than these are not counted. */
export const countsEstimatedTo = 100;

export const callAnswerSchema = v.object({
  success: v.boolean(),
  ref_number: v.optional(v.string()),
  received_at: v.optional(v.pipe(v.string(), v.isoTimestamp())), // Promises count from then.
  error: v.optional(v.string()),
  field: v.optional(v.string()),
  request_id: v.optional(v.string()), // For support.
  challenge: v.optional(challengeSchema), // The call succeeds once it carries the solution.
});
export type CallAnswer = v.InferOutput<typeof callAnswerSchema>;

export const loginAnswerSchema = v.object({
  success: v.optional(v.boolean()),
  error: v.optional(v.string()),
  code_required: v.optional(v.boolean()), // The password was right.
  must_change: v.optional(v.boolean()), // The password: until then, every other call is refused.
});
export type LoginAnswer = v.InferOutput<typeof loginAnswerSchema>;

/** The list of the desk that a user last chose: which records, in which order. */
export const lastListSchema = v.strictObject({
  show: v.pipe(v.string(), v.regex(/^[a-z_-]{1,40}$/)),
  sort: v.pipe(v.string(), v.regex(/^[a-z_-]{1,40}$/)),
});
export type LastList = v.InferOutput<typeof lastListSchema>;

/** The event after which a desk follows, read before it loads any records: it misses nothing in between. */
export const liveStartSchema = v.object({
  last_event: v.number(), // Everything up to this event is included.
});
export type LiveStart = v.InferOutput<typeof liveStartSchema>;

/** The signed-in user. `role` is text, so that a role added later is refused, not a parse error. */
export const currentUserSchema = v.object({
  id: v.string(),
  email: v.string(),
  full_name: v.string(),
  role: v.string(),
  must_change: v.optional(v.boolean()), // As in `loginAnswerSchema`.
  desk_role: v.optional(v.fallback(v.picklist(deskRoleNames), "yard")), // One added later may do least here.
  last_list: v.optional(lastListSchema),
  live_start: v.optional(liveStartSchema),
});
export type CurrentUser = v.InferOutput<typeof currentUserSchema>;

/** Stands for the origin in built pages, so that one build serves any. */
export const originMarker = "https://site-origin.invalid";

/** What `/config.json` says. */
export interface SiteConfig {
  readonly anonKey: string;
  /** A self-hosted, cookie-less visitor count, loaded only after consent; absent if none is set up. */
  readonly analytics?: { readonly src: string; readonly siteId: string };
  readonly firm: PublicFacts;
  readonly sameDayUntil?: string; // Of quotes, if an owner has changed it: "16:30".
}

export const recordErrorSchema = v.object({
  code: v.string(),
  message: v.string(),
  details: v.nullable(v.string()),
  hint: v.nullable(v.string()),
});
export type RecordError = v.InferOutput<typeof recordErrorSchema>;
