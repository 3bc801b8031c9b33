import * as v from "valibot";

import type { Field, Fields, FieldValues } from "./field.ts";

export const passwordMinLength = 12;

/** How many days a first password works: somebody else made it, and its owner must choose another. */
export const firstPasswordDays = 7;

/** Browsers in which a user may be signed in at once. One more ends the session that was used least recently. */
export const sessionsAtMost = 20;

/** Hours since the last use, days since the sign-in. */
export const sessionEnds = { idleHours: 12, days: 7 } as const;

/** How long after a sign-in, or after entering the password again, a session may do what asks for it. */
export const confirmationMinutes = 10;

export const ownSessionSchema = v.object({
  id: v.string(),
  browser: v.string(), // In words: "Chrome on Windows".
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

export const authenticatorKeySchema = v.object({ secret: v.string(), uri: v.string() });
export type AuthenticatorKey = v.InferOutput<typeof authenticatorKeySchema>;

export const recoveryCodesSchema = v.object({ recovery_codes: v.array(v.string()) });

export const accountSchema = v.object({
  id: v.string(),
  email: v.string(),
  full_name: v.string(),
  created_at: v.string(),
  disabled_at: v.nullable(v.string()),
  has_two_step: v.boolean(),
  password_ends_at: v.nullable(v.string()),
  is_owner: v.boolean(),
});
export type Account = v.InferOutput<typeof accountSchema>;

export const accountChangeSchema = v.union([
  v.strictObject({ disabled: v.boolean() }),
  v.strictObject({ is_owner: v.boolean() }),
]);
export type AccountChange = v.InferOutput<typeof accountChangeSchema>;

/** Customers read it under replies. */
export const ownNameField = {
  kind: "text",
  label: "Your name",
  hint: "It signs your replies to customers",
  required: true,
  maxLength: 120,
  autocomplete: "name",
} as const satisfies Field;

export const newAccountFields = {
  full_name: { kind: "text", label: "Full name", required: true, maxLength: 120, autocomplete: "off" },
  email: { kind: "email", label: "Email", required: true, maxLength: 254, autocomplete: "off" },
} as const satisfies Fields;
export type NewAccount = FieldValues<typeof newAccountFields>;

export const firstPasswordSchema = v.object({ password: v.string() });
