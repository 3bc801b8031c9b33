import * as v from "valibot";

import type { Fields, FieldValues } from "./field.ts";

/** Fewest characters of a password. */
export const passwordMinLength = 12;

/** How many days a first password works: somebody else made it, and its owner must choose another. */
export const firstPasswordDays = 7;

/** Browsers in which a user may be signed in at once. One more ends the session that was used least recently. */
export const sessionsAtMost = 20;

/** When a session ends by itself: so long after its last use, and so long after its begin at the latest. */
export const sessionEnds = { idleHours: 12, days: 7 } as const;

/** How long after a sign-in, or after entering the password again, a session may do what asks for it. */
export const confirmationMinutes = 10;

/** A browser in which the user is signed in. */
export const ownSessionSchema = v.object({
  id: v.string(),
  /** In words: "Chrome on Windows". */
  browser: v.string(),
  created_at: v.string(),
  last_seen_at: v.string(),
  is_this: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof ownSessionSchema>;

export const twoStepSchema = v.object({
  is_on: v.boolean(),
  recovery_codes_left: v.number(),
});
export type TwoStep = v.InferOutput<typeof twoStepSchema>;

/** What an authenticator app needs, shown while two-step sign-in is being set up. */
export const authenticatorKeySchema = v.object({ secret: v.string(), uri: v.string() });
export type AuthenticatorKey = v.InferOutput<typeof authenticatorKeySchema>;

export const recoveryCodesSchema = v.object({ recovery_codes: v.array(v.string()) });

/** Somebody who may sign in, as the list of users shows them. */
export const accountSchema = v.object({
  id: v.string(),
  email: v.string(),
  full_name: v.string(),
  created_at: v.string(),
  disabled_at: v.nullable(v.string()),
  has_two_step: v.boolean(),
  /** Until when a first password works that has not been changed yet. */
  password_ends_at: v.nullable(v.string()),
  is_owner: v.boolean(),
});
export type Account = v.InferOutput<typeof accountSchema>;

/** What an owner changes about a user: whether they may sign in, or whether they are an owner. */
export const accountChangeSchema = v.union([
  v.strictObject({ disabled: v.boolean() }),
  v.strictObject({ is_owner: v.boolean() }),
]);
export type AccountChange = v.InferOutput<typeof accountChangeSchema>;

/** What it takes to add somebody. */
export const newAccountFields = {
  full_name: { kind: "text", label: "Full name", required: true, maxLength: 120, autocomplete: "off" },
  email: { kind: "email", label: "Email", required: true, maxLength: 254, autocomplete: "off" },
} as const satisfies Fields;
export type NewAccount = FieldValues<typeof newAccountFields>;

/** Shown once: whoever it is for chooses another one after signing in. */
export const firstPasswordSchema = v.object({ password: v.string() });
