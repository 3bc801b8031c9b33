import { keysOf } from "./keys-of.ts";

/** What users may do at the desk. Which calls that is: docs/permissions.md. */
export const deskRoles = {
  owner: {
    label: "Owner",
    may: "Everything. Only owners manage users, change how we quote, do the accounts, export records and read the audit list.",
  },
  staff: {
    label: "Staff",
    may: "Quotes, offers, replies, payments, parcels, and all that the yard does.",
  },
  yard: {
    label: "Yard",
    may: "Enters requests, takes machines apart, pulls and packs, picks machines up. Sees what we ask for parts, not what we pay, who has paid or what is owed.",
  },
} as const;
export type DeskRole = keyof typeof deskRoles;
export const deskRoleNames = keysOf(deskRoles);
