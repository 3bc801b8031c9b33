import * as v from "valibot";

import { anonHeaders } from "#app/shared/api/site-config.ts";
import { messages } from "#domain/messages.ts";
import { type CurrentUser, currentUserSchema, endpoints, loginAnswerSchema } from "#domain/wire.ts";

/** Sends a call with the site's key and the cookies. */
async function send(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(await anonHeaders())) headers.set(name, value);
  return fetch(url, { ...init, headers, credentials: "same-origin" });
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
  const response = await send(endpoints.refresh, inTime({ method: "POST" }));
  if (!response.ok) console.warn(`The session was not renewed: ${response.status}`);
  if (response.status >= 500) throw new Error(`The refresh returned ${response.status}`);
  return response.ok;
}

/**
 * Sends a call that needs the session. A 401 leads to one refresh and one retry (specification section 4).
 * Returns the 401 if the refresh is refused; throws if the refresh fails.
 */
export async function fetchWithSession(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await send(url, init);
  return response.status === 401 && (await refreshSession()) ? send(url, init) : response;
}

/** Thrown when the session has ended and nobody signed in again. */
export class SignedOut extends Error {}

const timeoutMs = 15_000;

const signIns = new EventTarget();

/** Listens to sign-ins in this tab until the returned function is called. */
export function onSignIn(listener: () => void): () => void {
  signIns.addEventListener("sign-in", listener);
  return () => signIns.removeEventListener("sign-in", listener);
}

type Ask = () => Promise<boolean>;
let asking: Promise<boolean> | undefined;
let askUser: Ask | null = null;

/** The question to sign in again in place: it is asked once for all calls that wait for it. */
export const signInAgain = {
  /** Sets how to ask; returns a function that takes it back. */
  askBy(ask: Ask): () => void {
    askUser = ask;
    return () => {
      if (askUser === ask) askUser = null;
    };
  },
  /** Returns false if the user would rather not, or nobody can be asked. */
  ask(): Promise<boolean> {
    if (askUser === null) return Promise.resolve(false);
    asking ??= askUser().finally(() => {
      asking = undefined;
    });
    return asking;
  },
};

/** Sends a call with a timeout for each attempt. `body` must be a string. */
export function fetchInTime(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return fetchWithSession(url, inTime(init));
}

/**
 * Sends a call made while someone is typing. If the session is over, they sign in again in place and the call
 * is repeated, so that nothing typed is lost. Returns the 401 if nobody signs in. `body` must be a string.
 */
export async function fetchInPlace(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchInTime(url, init);
  if (response.status !== 401) return response;
  // The repeated call has a timeout of its own, however long signing in took.
  return (await signInAgain.ask()) ? send(url, inTime(init)) : response;
}

function inTime(init: RequestInit = {}): RequestInit {
  const signals = [AbortSignal.timeout(timeoutMs), init.signal].filter(
    (signal) => signal instanceof AbortSignal,
  );
  return { ...init, signal: AbortSignal.any(signals) };
}

/** Returns the signed-in user; null if there is none or it cannot be known. */
export async function currentUser(): Promise<CurrentUser | null> {
  try {
    const response = await fetchInTime(endpoints.currentUser);
    if (response.ok) return v.parse(currentUserSchema, await response.json());
    if (response.status !== 401) console.error(`The session check returned ${response.status}`);
  } catch (error) {
    console.error("The session check failed", error);
  }
  return null;
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
    const body = JSON.stringify(credentials);
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    const response = await send(endpoints.login, inTime(init));
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
    const response = await send(endpoints.logout, inTime({ method: "POST", keepalive: true }));
    if (!response.ok) console.error(`The logout call returned ${response.status}`);
    return response.ok;
  } catch (error) {
    console.error("The logout call failed", error);
    return false;
  }
}
