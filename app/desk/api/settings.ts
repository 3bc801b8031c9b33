import * as v from "valibot";

import {
  type Account,
  type AccountChange,
  accountSchema,
  type AuthenticatorKey,
  authenticatorKeySchema,
  type NewAccount,
  type OwnSession,
  ownSessionSchema,
  passwordLinkSchema,
  recoveryCodesSchema,
  type TwoStep,
  twoStepSchema,
} from "#domain/accounts.ts";
import { type AuditPage, auditPageSchema } from "#domain/audit.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import { type ReplyDraft, type SavedReply, savedReplySchema } from "#domain/saved-reply.ts";

import { doneSchema, deskCall } from "./desk-call.ts";

export async function changePassword(current: string, next: string): Promise<void> {
  await deskCall(doneSchema, deskEndpoints.password, { method: "POST", body: { current, next } });
}

/** Sets the name that the user's replies are signed with. */
export async function giveName(name: string): Promise<void> {
  await deskCall(doneSchema, deskEndpoints.ownName, { method: "POST", body: { full_name: name } });
}

export function ownSessions(): Promise<OwnSession[]> {
  return deskCall(v.array(ownSessionSchema), deskEndpoints.sessions);
}

export async function endSession(id: string): Promise<void> {
  await deskCall(doneSchema, `${deskEndpoints.sessions}/${id}`, { method: "DELETE" });
}

export async function endOtherSessions(): Promise<void> {
  await deskCall(doneSchema, deskEndpoints.sessions, { method: "DELETE" });
}

export function twoStepState(): Promise<TwoStep> {
  return deskCall(twoStepSchema, deskEndpoints.twoStep);
}

/** Begins to set two-step sign-in up; it is on only after `confirmTwoStep`. */
export function startTwoStep(): Promise<AuthenticatorKey> {
  return deskCall(authenticatorKeySchema, deskEndpoints.twoStep, { method: "POST" });
}

/** Returns the recovery codes, this one time. */
export async function confirmTwoStep(code: string): Promise<string[]> {
  const answer = await deskCall(recoveryCodesSchema, deskEndpoints.twoStep, {
    method: "PUT",
    body: { code },
  });
  return answer.recovery_codes;
}

export async function endTwoStep(): Promise<void> {
  await deskCall(doneSchema, deskEndpoints.twoStepOff, { method: "POST" });
}

/** Returns new recovery codes, this one time; the former ones stop working. */
export async function renewRecoveryCodes(): Promise<string[]> {
  const answer = await deskCall(recoveryCodesSchema, deskEndpoints.recoveryCodes, { method: "POST" });
  return answer.recovery_codes;
}

export function listAccounts(): Promise<Account[]> {
  return deskCall(v.array(accountSchema), deskEndpoints.users);
}

/** Returns the token of their password link, this one time. */
export async function addAccount(body: NewAccount): Promise<string> {
  return (await deskCall(passwordLinkSchema, deskEndpoints.users, { method: "POST", body })).token;
}

/** Returns the token of a new password link, this one time. */
export async function passwordLink(id: string): Promise<string> {
  const path = `${deskEndpoints.users}/${id}/password-link`;
  return (await deskCall(passwordLinkSchema, path, { method: "POST" })).token;
}

/** For somebody with a password link, who is not signed in. */
export async function choosePassword(token: string, password: string): Promise<void> {
  await deskCall(doneSchema, deskEndpoints.choosePassword, { method: "POST", body: { token, password } });
}

export async function changeAccount(id: string, body: AccountChange): Promise<void> {
  await deskCall(doneSchema, `${deskEndpoints.users}/${id}`, { method: "PATCH", body });
}

/** Returns a page of the audit list, newest first. `filter` is a query with group, person and reference. */
export function auditPage(filter: string, before: string | null): Promise<AuditPage> {
  const query = new URLSearchParams(filter);
  if (before !== null) query.set("before", before);
  return deskCall(auditPageSchema, `${deskEndpoints.audit}?${query}`);
}

export function listReplies(): Promise<SavedReply[]> {
  return deskCall(v.array(savedReplySchema), deskEndpoints.savedReplies);
}

export function addReply(draft: ReplyDraft): Promise<SavedReply> {
  return deskCall(savedReplySchema, deskEndpoints.savedReplies, { method: "POST", body: draft });
}

/** Refused if someone else has saved since `version`. */
export function changeReply(id: string, draft: ReplyDraft, version: number): Promise<SavedReply> {
  const path = `${deskEndpoints.savedReplies}/${id}`;
  return deskCall(savedReplySchema, path, { method: "PUT", body: draft, version });
}

export async function deleteReply(id: string): Promise<void> {
  await deskCall(doneSchema, `${deskEndpoints.savedReplies}/${id}`, { method: "DELETE" });
}
