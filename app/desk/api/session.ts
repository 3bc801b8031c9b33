import * as v from "valibot";

import { anonHeaders } from "#app/shared/api/site-config.ts";
import { messages } from "#domain/messages.ts";
import { type CurrentUser, currentUserSchema, endpoints, loginAnswerSchema } from "#domain/wire.ts";

/** Sends a call as this site, with the visitor's cookies. */
async function send(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(await anonHeaders())) headers.set(name, value);
  return fetch(url, { ...init, headers, credentials: "same-origin" });
}

/** Whether there is a session could not be found out: nobody is signed out by that. */
class SessionUnknown extends Error {}

let refreshing: Promise<boolean> | undefined;
let refreshes = 0;

/** Callers that find the session stale at the same time wait for the same refresh. False where it is refused. */
function refreshSession(): Promise<boolean> {
  refreshing ??= requestRefresh().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

const refreshTimeoutMs = 15_000;

/** Tabs renew in turn: each sends what the one before was given, so that none looks like a thief's replay. */
function renewInTurn(): Promise<Response> {
  const renew = () =>
    send(endpoints.refresh, { method: "POST", signal: AbortSignal.timeout(refreshTimeoutMs) });
  // Only where the connection is safe do browsers have locks.
  return "locks" in navigator ? navigator.locks.request("quadkea-session", renew) : renew();
}

async function requestRefresh(): Promise<boolean> {
  const answer = await renewInTurn().catch((error: unknown) => {
    console.error("The session could not be renewed", error);
    throw new SessionUnknown("The session could not be renewed", { cause: error });
  });
  if (answer.ok) refreshes += 1;
  else console.warn(`The session was not renewed: ${answer.status}`);
  if (answer.status >= 500) throw new SessionUnknown(`The refresh was answered ${answer.status}`);
  return answer.ok;
}

/**
 * A call that needs the session: a 401 leads to one refresh and one retry (specification section 4).
 * The answer is the 401 itself where the refresh is refused; where it fails, this fails like any call
 * that did not arrive.
 */
export async function fetchWithSession(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const refreshesBefore = refreshes;
  const answer = await send(url, init);
  if (answer.status !== 401) return answer;
  // Another caller may have renewed the session while this call was under way.
  const isRenewed = refreshes !== refreshesBefore || (await refreshSession());
  return isRenewed ? send(url, init) : answer;
}

/** Thrown when the session has ended, could not be renewed, and nobody signed in again. */
export class SignedOut extends Error {}

/** Asks the person to sign in again where they are; false where they would rather not. */
type AskToSignIn = () => Promise<boolean>;

const timeoutMs = 15_000;

const signIns = new EventTarget();

/** Hears of sign-ins in this tab; the answer ends that. */
export function onSignIn(listener: () => void): () => void {
  signIns.addEventListener("sign-in", listener);
  return () => signIns.removeEventListener("sign-in", listener);
}

let askToSignIn: AskToSignIn | null = null;
let asking: Promise<boolean> | undefined;

/** Sets how `fetchInPlace` asks for a new sign-in; the answer takes it back. */
export function whenSignedOut(ask: AskToSignIn): () => void {
  askToSignIn = ask;
  return () => {
    if (askToSignIn === ask) askToSignIn = null;
  };
}

/** Asks to sign in again in place, once for all who ask meanwhile; false where nobody can be asked. */
export function signInInPlace(): Promise<boolean> {
  if (askToSignIn === null) return Promise.resolve(false);
  asking ??= askToSignIn().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** A call that gives up in time, for each of its attempts. `body` must be a text. */
export function fetchInTime(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return fetchWithSession(url, inTime(init));
}

/**
 * A call made while somebody types: where the session is over, they sign in again in place and the
 * call is sent once more, so that nothing typed is lost. `body` must be a text. The answer is the 401
 * itself where nobody can be asked or they would rather not.
 */
export async function fetchInPlace(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetchInTime(url, init);
  if (answer.status !== 401) return answer;
  // Signing in again may take its time; the second attempt has its own.
  return (await signInInPlace()) ? send(url, inTime(init)) : answer;
}

function inTime(init: RequestInit = {}): RequestInit {
  const signals = [AbortSignal.timeout(timeoutMs), init.signal].filter(
    (signal) => signal instanceof AbortSignal,
  );
  return { ...init, signal: AbortSignal.any(signals) };
}

/** Who is signed in; null where nobody is or it cannot be known. */
export async function currentUser(): Promise<CurrentUser | null> {
  try {
    const answer = await fetchWithSession(endpoints.currentUser);
    if (answer.ok) return v.parse(currentUserSchema, await answer.json());
    if (answer.status !== 401) console.error(`The session check answered ${answer.status}`);
  } catch (error) {
    console.error("The session check failed", error);
  }
  return null;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** From the authenticator app, or a recovery code; once it has been asked for. */
  readonly code?: string;
}

export type LoginOutcome =
  | { ok: true; hasFirstPassword: boolean }
  | { ok: false; message: string; wantsCode: boolean };

/** Signs in. Never throws: what went wrong comes as the words to show. */
export async function login(credentials: Credentials): Promise<LoginOutcome> {
  try {
    const answer = await send(endpoints.login, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(credentials),
    });
    const said = v.parse(loginAnswerSchema, await answer.json());
    if (answer.ok && said.success === true) {
      signIns.dispatchEvent(new Event("sign-in"));
      return { ok: true, hasFirstPassword: said.choose_password === true };
    }
    return { ok: false, message: said.error || messages.loginFailed, wantsCode: said.code_required === true };
  } catch (error) {
    console.error("The login call failed", error);
    return { ok: false, message: messages.unexpected, wantsCode: false };
  }
}

/** Ends the session. False if the server did not confirm it, which is logged: the caller leaves the panel anyway. */
export async function logout(): Promise<boolean> {
  try {
    // Kept alive: it still arrives when the person leaves the page in the same moment.
    const answer = await send(endpoints.logout, { method: "POST", keepalive: true });
    if (!answer.ok) console.error(`The logout call answered ${answer.status}`);
    return answer.ok;
  } catch (error) {
    console.error("The logout call failed", error);
    return false;
  }
}
