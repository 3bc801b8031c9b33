import * as v from "valibot";

import { anonHeaders } from "#app/shared/api/site-config.ts";
import { endpoints } from "#domain/endpoints.ts";
import { messages } from "#domain/messages.ts";
import { type CurrentUser, currentUserSchema, loginAnswerSchema } from "#domain/wire.ts";

import { noteBuild } from "./build.ts";
import { askedEarly } from "./early-calls.ts";

interface SessionCall extends Omit<RequestInit, "headers"> {
  readonly headers?: Readonly<Record<string, string>>;
  /** For each attempt. */
  readonly timeoutMs?: number;
  /** Whether a user whose session is over is asked to sign in again in place, so that nothing typed is lost. */
  readonly asksToSignIn?: boolean;
}

/** Sends a call with the site's key and the cookies. `body` must be a string or a file. */
async function send(
  url: string,
  { timeoutMs = 15_000, signal, headers, ...init }: SessionCall,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const anonymous = await anonHeaders();
  const call = () =>
    fetch(url, {
      ...init,
      headers: { ...headers, ...anonymous },
      credentials: "same-origin",
      signal: signal instanceof AbortSignal ? AbortSignal.any([timeout, signal]) : timeout,
    });
  const response = await (askedEarly(url)?.catch(call) ?? call());
  noteBuild(response);
  return response;
}

let refreshing: Promise<boolean> | undefined;

/** Extends the session, once for all callers. Returns false if it is over; throws if that cannot be known. */
function refreshSession(): Promise<boolean> {
  refreshing ??= requestRefresh().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function requestRefresh(): Promise<boolean> {
  const response = await send(endpoints.refresh, { method: "POST" });
  if (!response.ok) console.warn(`The session was not renewed: ${response.status}`);
  if (response.status >= 500) throw new Error(`The refresh returned ${response.status}`);
  return response.ok;
}

/**
 * Sends a call that needs the session. A 401 leads to one refresh and one retry (specification section 4).
 * Returns the 401 if the refresh is refused and nobody signs in; throws if the refresh fails.
 */
export async function fetchWithSession(url: string, call: SessionCall = {}): Promise<Response> {
  let response = await send(url, call);
  if (response.status === 401 && (await refreshSession())) response = await send(url, call);
  const isOver = response.status === 401 && call.asksToSignIn === true;
  return isOver && (await signedInAgain()) ? send(url, call) : response;
}

/** Thrown when the session has ended and nobody signed in again. */
export class SignedOut extends Error {}

const signIns = new EventTarget();

/** Listens to sign-ins in this tab until the returned function is called. */
export function onSignIn(listener: () => void): () => void {
  signIns.addEventListener("sign-in", listener);
  return () => signIns.removeEventListener("sign-in", listener);
}

let ask: () => Promise<boolean> = async () => false;
let asking: Promise<boolean> | undefined;

/** Sets how to ask a user to sign in again in place; what it returns takes that back. */
export function askToSignInBy(question: typeof ask): () => void {
  const former = ask;
  ask = question;
  return () => void (ask = former);
}

/** Asks once for all calls that wait for it. Returns false if the user would rather not, or nobody can be asked. */
function signedInAgain(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** How many open forms hold what somebody is writing. */
let writers = 0;

/** Marks that a form is open whose contents must not be lost, until the returned function is called. */
export function beginWriting(): () => void {
  writers += 1;
  return () => void (writers -= 1);
}

/** Whoever is writing signs in again in place when the session ends; others leave for the login page. */
export function isWriting(): boolean {
  return writers > 0;
}

/** Returns the signed-in user; null if there is none. If it cannot be known, `withoutSignal` says. */
export async function currentUser(
  withoutSignal: () => CurrentUser | null = () => null,
): Promise<CurrentUser | null> {
  try {
    const response = await fetchWithSession(endpoints.currentUser);
    if (response.ok) return v.parse(currentUserSchema, await response.json());
    if (response.status === 401) return null;
    console.error(`The session check returned ${response.status}`);
  } catch (error) {
    console.error("The session check failed", error);
  }
  return withoutSignal();
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** From the authenticator app, or a recovery code. */
  readonly code?: string;
}

export type LoginOutcome = { ok: true } | { ok: false; message: string; wantsCode: boolean };

/** Signs in. Never throws: a failure is returned as the message to show. */
export async function login(credentials: Credentials): Promise<LoginOutcome> {
  try {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(credentials);
    const response = await send(endpoints.login, { method: "POST", headers, body });
    const outcome = v.parse(loginAnswerSchema, await response.json());
    if (response.ok && outcome.success === true) {
      signIns.dispatchEvent(new Event("sign-in"));
      return { ok: true };
    }
    const wantsCode = outcome.code_required === true;
    return { ok: false, message: outcome.error || messages.loginFailed, wantsCode };
  } catch (error) {
    console.error("The login call failed", error);
    return { ok: false, message: messages.unexpected, wantsCode: false };
  }
}

/** Ends the session. Returns false if the server did not confirm it: the caller leaves the desk anyway. */
export async function logout(): Promise<boolean> {
  try {
    // Kept alive, so that it arrives even if the page is left at once.
    const response = await send(endpoints.logout, { method: "POST", keepalive: true });
    if (!response.ok) console.error(`The logout call returned ${response.status}`);
    return response.ok;
  } catch (error) {
    console.error("The logout call failed", error);
    return false;
  }
}
