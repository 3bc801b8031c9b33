import * as v from "valibot";

import type { Field, Fields, FieldValues } from "./field.ts";

export const passwordMinLength = 12;

/** How many days a link to choose a password works, and the password that the first start makes up. */
export const resetDays = 7;

/** The page that the link leads to; the token is its hash, which no server log shows. */
export const choosePasswordPath = "/admin-password";

/** Hours since the last use, days since the sign-in. */
export const sessionEnds = { idleHours: 12, days: 7 } as const;

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
export type RecoveryCodes = v.InferOutput<typeof recoveryCodesSchema>;

export const accountSchema = v.object({
  id: v.string(),
  email: v.string(),
  full_name: v.string(),
  created_at: v.string(),
  disabled_at: v.nullable(v.string()),
  has_two_step: v.boolean(),
  reset_ends_at: v.nullable(v.string()), // Of a link to choose a password that has not been used.
  is_owner: v.boolean(),
});
export type Account = v.InferOutput<typeof accountSchema>;

/** Proves again who a user is. `code` is of the second step, if they have one. */
export const proofSchema = v.object({ password: v.optional(v.string(), ""), code: v.optional(v.string()) });
export type Proof = v.InferInput<typeof proofSchema>;

/** With the proof of the owner who disables, or makes an owner. */
export const accountChangeSchema = v.union([
  v.strictObject({ disabled: v.boolean(), ...proofSchema.entries }),
  v.strictObject({ is_owner: v.boolean(), ...proofSchema.entries }),
]);
export type AccountChange = v.InferInput<typeof accountChangeSchema>;

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

/** `token` makes the link by which a user chooses a password. */
export const passwordLinkSchema = v.object({ token: v.string() });
export type PasswordLink = v.InferOutput<typeof passwordLinkSchema>;
