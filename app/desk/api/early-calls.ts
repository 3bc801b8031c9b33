import { endpoints } from "#domain/endpoints.ts";

/**
 * Returns a script that asks who is signed in, and for what they see first without a search in the address, while the
 * scripts of the desk load: on a slow line, each answer takes half a second. In the browser, it has run.
 */
export function earlyCalls(list: string | null): string {
  if (!import.meta.env.SSR) return "";
  return `(${callEarly.toString()})(${JSON.stringify([endpoints.config, endpoints.currentUser, list]).slice(1, -1)})`;
}

/** Inlined into the page as text: it must not refer to anything outside itself. Events are followed from the user's answer on, so the list comes after it. */
function callEarly(config: string, user: string, list: string | null): void {
  const preload = { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: config };
  document.head.append(Object.assign(document.createElement("link"), preload));
  const call = (path: string) => fetch(path, { signal: AbortSignal.timeout(15_000) });
  const asked = call(user);
  const early = new Map([[user, asked]]);
  const open = async () => {
    const { must_change: mustChange } = (await (await asked).clone().json()) as { must_change?: boolean };
    return mustChange === true || !(await asked).ok ? Promise.reject(new Error()) : call(list ?? "");
  };
  if (list !== null && location.search === "") early.set(list, open());
  for (const answer of early.values()) answer.catch(() => {});
  Object.assign(window, { early });
}

/** Returns the answer to what the page asked for early, once. */
export function askedEarly(path: string): Promise<Response> | undefined {
  const { early } = globalThis as { early?: Map<string, Promise<Response>> };
  const answer = early?.get(path);
  early?.delete(path);
  return answer;
}
