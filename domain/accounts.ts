import * as v from "valibot";

import { type DeskRole, deskRoleNames } from "./desk-roles.ts";
import type { Field, Fields, FieldValues } from "./field.ts";

export const passwordMinLength = 12;

/** How many days a link to choose a password works, and the password that the first start makes up. */
export const resetDays = 7;

/** The page that the link leads to; the token is its hash, which no server log shows. */
export const choosePasswordPath = "/admin-password";

/** Hours since the last use, days since the sign-in. */
export const sessionEnds = { idleHours: 12, days: 7 } as const;

export interface OwnSession {
  readonly id: string;
  readonly browser: string; // In words: "Chrome on Windows".
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly is_this: boolean;
}

export interface TwoStep {
  readonly is_on: boolean;
  readonly recovery_codes_left: number;
}

export interface AuthenticatorKey {
  readonly secret: string;
  readonly uri: string;
}

export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly full_name: string;
  readonly created_at: string;
  readonly disabled_at: string | null;
  readonly has_two_step: boolean;
  readonly reset_ends_at: string | null; // Of a link to choose a password that has not been used.
  readonly role: DeskRole;
}

/** Proves again who a user is. `code` is of the second step, if they have one. */
export const proofSchema = v.object({ password: v.optional(v.string(), ""), code: v.optional(v.string()) });
export type Proof = v.InferInput<typeof proofSchema>;

/** With the proof of the owner who disables, or makes an owner. */
export const accountChangeSchema = v.union([
  v.strictObject({ disabled: v.boolean(), ...proofSchema.entries }),
  v.strictObject({ role: v.picklist(deskRoleNames), ...proofSchema.entries }),
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

/** Staff, unless an owner says otherwise. */
export const roleField = {
  kind: "choice",
  label: "Role",
  required: false,
  options: { yard: "Yard", staff: "Staff", owner: "Owner" },
  meanings: {
    yard: "Enters requests, takes machines apart, pulls and packs, picks machines up. Sees what we ask for parts, not what we pay, who has paid or what is owed.",
    staff: "Quotes, offers, replies, payments and parcels as well.",
    owner:
      "Everything. Only owners manage users, change how we quote, do the accounts, export records and read the audit list.",
  },
} as const satisfies Field & { readonly options: Readonly<Record<DeskRole, string>> };

export const newAccountFields = {
  full_name: { kind: "text", label: "Full name", required: true, maxLength: 120, autocomplete: "off" },
  email: { kind: "email", label: "Email", required: true, maxLength: 254, autocomplete: "off" },
  role: roleField,
} as const satisfies Fields;
export type NewAccount = FieldValues<typeof newAccountFields>;

/** `token` makes the link by which a user chooses a password. */
export interface PasswordLink {
  readonly token: string;
}
