import * as v from "valibot";

import {
  type Account,
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
export function startTwoStep(password: string): Promise<AuthenticatorKey> {
  return panelCall(authenticatorKeySchema, panelEndpoints.twoStep, { method: "POST", body: { password } });
}

/** Answers the recovery codes, this one time. */
export async function confirmTwoStep(code: string): Promise<string[]> {
  const answer = await panelCall(recoveryCodesSchema, panelEndpoints.twoStep, {
    method: "PUT",
    body: { code },
  });
  return answer.recovery_codes;
}

export async function endTwoStep(password: string): Promise<void> {
  await panelCall(doneSchema, panelEndpoints.twoStepOff, { method: "POST", body: { password } });
}

/** Answers new recovery codes, this one time; the former ones are useless then. */
export async function renewRecoveryCodes(password: string): Promise<string[]> {
  const body = { password };
  const answer = await panelCall(recoveryCodesSchema, panelEndpoints.recoveryCodes, { method: "POST", body });
  return answer.recovery_codes;
}

export function listAccounts(): Promise<Account[]> {
  return panelCall(v.array(accountSchema), panelEndpoints.users);
}

/** Answers the first password, this one time. `ownPassword` is that of whoever adds somebody. */
export async function addAccount(account: NewAccount, ownPassword: string): Promise<string> {
  const body = { ...account, password: ownPassword };
  return (await panelCall(firstPasswordSchema, panelEndpoints.users, { method: "POST", body })).password;
}

/** Answers a new first password, this one time. */
export async function giveFirstPassword(id: string, ownPassword: string): Promise<string> {
  const body = { password: ownPassword };
  const path = `${panelEndpoints.users}/${id}/first-password`;
  return (await panelCall(firstPasswordSchema, path, { method: "POST", body })).password;
}

export async function setDisabled(id: string, disabled: boolean): Promise<void> {
  await panelCall(doneSchema, `${panelEndpoints.users}/${id}`, { method: "PATCH", body: { disabled } });
}
