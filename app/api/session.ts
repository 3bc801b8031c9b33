import * as v from "valibot";

import { messages } from "#domain/messages.ts";
import { type CurrentUser, currentUserSchema, endpoints } from "#domain/wire.ts";

import { anonHeaders } from "./site-config.ts";

/** Sends a call as this site, with the visitor's cookies. */
async function send(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(await anonHeaders())) headers.set(name, value);
  return fetch(url, { ...init, headers, credentials: "same-origin" });
}

let refreshing: Promise<boolean> | undefined;
let refreshes = 0;

/** Callers that find the session stale at the same time wait for the same refresh. */
function refreshSession(): Promise<boolean> {
  refreshing ??= requestRefresh().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function requestRefresh(): Promise<boolean> {
  try {
    const answer = await send(endpoints.refresh, { method: "POST" });
    if (answer.ok) refreshes += 1;
    else console.warn(`The session was not renewed: ${answer.status}`);
    return answer.ok;
  } catch (error) {
    console.error("The session could not be renewed", error);
    return false;
  }
}

/**
 * A call that needs the session: a 401 leads to one refresh and one retry (specification section 4).
 * The answer is the 401 itself where the refresh is refused.
 */
export async function fetchWithSession(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const refreshesBefore = refreshes;
  const answer = await send(url, init);
  if (answer.status !== 401) return answer;
  // Another caller may have renewed the session while this call was under way.
  const isRenewed = refreshes !== refreshesBefore || (await refreshSession());
  return isRenewed ? send(url, init) : answer;
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

export type LoginOutcome = { ok: true } | { ok: false; message: string };

const loginAnswerSchema = v.object({ success: v.optional(v.boolean()), error: v.optional(v.string()) });

/** Signs in. Never throws: what went wrong comes as the words to show. */
export async function login(email: string, password: string): Promise<LoginOutcome> {
  try {
    const answer = await send(endpoints.login, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const { success, error } = v.parse(loginAnswerSchema, await answer.json());
    if (answer.ok && success === true) return { ok: true };
    return { ok: false, message: error || messages.loginFailed };
  } catch (error) {
    console.error("The login call failed", error);
    return { ok: false, message: messages.unexpected };
  }
}

/** Ends the session. Errors are only logged: the caller leaves the panel either way. */
export async function logout(): Promise<void> {
  try {
    // Kept alive: it still arrives when the person leaves the page in the same moment.
    const answer = await send(endpoints.logout, { method: "POST", keepalive: true });
    if (!answer.ok) console.error(`The logout call answered ${answer.status}`);
  } catch (error) {
    console.error("The logout call failed", error);
  }
}
