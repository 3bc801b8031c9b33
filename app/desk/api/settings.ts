import * as v from "valibot";

import {
  type Account,
  type AccountChange,
  accountSchema,
  type AuthenticatorKey,
  authenticatorKeySchema,
  firstPasswordSchema,
  type NewAccount,
  type OwnSession,
  ownSessionSchema,
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

/** Returns the first password, this one time. */
export async function addAccount(body: NewAccount): Promise<string> {
  return (await deskCall(firstPasswordSchema, deskEndpoints.users, { method: "POST", body })).password;
}

/** Returns a new first password, this one time. */
export async function giveFirstPassword(id: string): Promise<string> {
  const path = `${deskEndpoints.users}/${id}/first-password`;
  return (await deskCall(firstPasswordSchema, path, { method: "POST" })).password;
}

export async function changeAccount(id: string, body: AccountChange): Promise<void> {
  await deskCall(doneSchema, `${deskEndpoints.users}/${id}`, { method: "PATCH", body });
}

/** Gives the password again before a dangerous action; `code` is empty without two-step sign-in. */
export async function confirmSession(password: string, code: string): Promise<void> {
  const body = { password, ...(code === "" ? {} : { code }) };
  await deskCall(doneSchema, deskEndpoints.confirmation, { method: "POST", body });
}

/** Returns a page of the audit list, newest first. `filter` holds group, person and reference. */
export function auditPage(filter: URLSearchParams, before: string | null): Promise<AuditPage> {
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

/** Throws a stale `CallProblem` if someone else has saved since `version`. */
export function changeReply(id: string, draft: ReplyDraft, version: number): Promise<SavedReply> {
  const path = `${deskEndpoints.savedReplies}/${id}`;
  return deskCall(savedReplySchema, path, { method: "PUT", body: draft, version });
}

export async function deleteReply(id: string): Promise<void> {
  await deskCall(doneSchema, `${deskEndpoints.savedReplies}/${id}`, { method: "DELETE" });
}
