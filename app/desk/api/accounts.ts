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
import { panelEndpoints } from "#domain/panel-wire.ts";

import { doneSchema, panelCall } from "./panel-call.ts";

export async function changePassword(current: string, next: string): Promise<void> {
  await panelCall(doneSchema, panelEndpoints.password, { method: "POST", body: { current, next } });
}

export function ownSessions(): Promise<OwnSession[]> {
  return panelCall(v.array(ownSessionSchema), panelEndpoints.sessions);
}

export async function endSession(id: string): Promise<void> {
  await panelCall(doneSchema, `${panelEndpoints.sessions}/${id}`, { method: "DELETE" });
}

export async function endOtherSessions(): Promise<void> {
  await panelCall(doneSchema, panelEndpoints.sessions, { method: "DELETE" });
}

export function twoStepState(): Promise<TwoStep> {
  return panelCall(twoStepSchema, panelEndpoints.twoStep);
}

/** Begins to set two-step sign-in up; it is on only after `confirmTwoStep`. */
export function startTwoStep(): Promise<AuthenticatorKey> {
  return panelCall(authenticatorKeySchema, panelEndpoints.twoStep, { method: "POST" });
}

/** Answers the recovery codes, this one time. */
export async function confirmTwoStep(code: string): Promise<string[]> {
  const answer = await panelCall(recoveryCodesSchema, panelEndpoints.twoStep, {
    method: "PUT",
    body: { code },
  });
  return answer.recovery_codes;
}

export async function endTwoStep(): Promise<void> {
  await panelCall(doneSchema, panelEndpoints.twoStepOff, { method: "POST" });
}

/** Returns new recovery codes, this one time; the former ones stop working. */
export async function renewRecoveryCodes(): Promise<string[]> {
  const answer = await panelCall(recoveryCodesSchema, panelEndpoints.recoveryCodes, { method: "POST" });
  return answer.recovery_codes;
}

export function listAccounts(): Promise<Account[]> {
  return panelCall(v.array(accountSchema), panelEndpoints.users);
}

/** Returns the first password, this one time. */
export async function addAccount(body: NewAccount): Promise<string> {
  return (await panelCall(firstPasswordSchema, panelEndpoints.users, { method: "POST", body })).password;
}

/** Returns a new first password, this one time. */
export async function giveFirstPassword(id: string): Promise<string> {
  const path = `${panelEndpoints.users}/${id}/first-password`;
  return (await panelCall(firstPasswordSchema, path, { method: "POST" })).password;
}

export async function changeAccount(id: string, body: AccountChange): Promise<void> {
  await panelCall(doneSchema, `${panelEndpoints.users}/${id}`, { method: "PATCH", body });
}

/** Gives the password again before a dangerous action; `code` is empty without two-step sign-in. */
export async function confirmSession(password: string, code: string): Promise<void> {
  const body = { password, ...(code === "" ? {} : { code }) };
  await panelCall(doneSchema, panelEndpoints.confirmation, { method: "POST", body });
}
