import { useEffect } from "react";

import { logout } from "#app/desk/api/session.ts";

/** Ends the session in this tab and goes to the login page, which leads back to the same view. */
export async function leaveForLogin(): Promise<void> {
  await logout();
  goToLogin(loginPath(location));
}

/** Ends the session in every tab of this browser. */
export async function signOut(): Promise<void> {
  await logout();
  announceUser(null);
  goToLogin("/admin-login");
}

/** Forgets what the desk kept in this tab. The full page load clears the memory as well. */
function goToLogin(page: string): void {
  forgetDeskOfOthers(null);
  location.replace(page);
}

const channelName = "quadkea-session";

/** Sends the user's id to the other tabs of this browser, or null after a sign-out. */
export function announceUser(userId: string | null): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only this origin hears a channel
  channel.postMessage(userId);
  channel.close();
}

/** Leaves the user's desk when they sign out, or someone else signs in, in another tab. */
export function useSessionEnd(userId: string): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (data === userId) return;
      if (typeof data !== "string") return goToLogin("/admin-login");
      forgetDeskOfOthers(data);
      location.reload();
    });
    return () => channel.close();
  }, [userId]);
  useEffect(() => {
    // The back/forward cache restores a page as it was left.
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload();
    };
    window.addEventListener("pageshow", reload);
    return () => window.removeEventListener("pageshow", reload);
  }, []);
}

const prefix = "quadkea-desk-";

/** Names an item that the desk keeps in sessionStorage for one user until their session ends. */
export function deskItem(userId: string, name: string): string {
  return `${prefix}${userId}-${name}`;
}

/** Names an item that the desk keeps in localStorage, for pages that open without signal, until the user signs out. */
export function keptItemName(userId: string, name: string): string {
  return `${keptPrefix}${userId}-${name}`;
}

const keptPrefix = "quadkea-kept-";

/** Removes what the desk keeps in this browser for other users; for all users if `userId` is null. */
export function forgetDeskOfOthers(userId: string | null): void {
  const own = userId === null ? null : deskItem(userId, "");
  forget((name) => own === null || !name.startsWith(own));
  for (const name of keptItemNames())
    if (userId === null || !name.startsWith(keptItemName(userId, ""))) localStorage.removeItem(name);
}

export function keptItemNames(): string[] {
  return Object.keys(localStorage).filter((name) => name.startsWith(keptPrefix));
}

/** Removes the drafts about a record that the desk keeps in this tab. */
export function forgetRecord(reference: string): void {
  forget((name) => name.endsWith(`-${reference}`));
}

function forget(isForgotten: (name: string) => boolean): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));
  for (const name of names) if (isForgotten(name)) sessionStorage.removeItem(name);
}

/** Pages that scanned codes lead to, by a parameter that only they have. */
const pagesOfCodes = [
  ["line", "/admin/photo"],
  ["machine", "/admin/yard"],
] as const;

/** Returns the path of the login page, which leads back to that page of the desk. */
export function loginPath({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const [, part] = /^\/admin\/part\/(\d{1,9})$/.exec(pathname) ?? [];
  const parameters = new URLSearchParams(search);
  if (part !== undefined) parameters.set("part", part);
  return withView("/admin-login", parameters);
}

/** Returns the path of the desk, or of the page that a scanned code leads to. */
export function pageAfterLogin(search: URLSearchParams): string {
  const part = search.get("part") ?? "";
  if (/^\d{1,9}$/.test(part)) return `/admin/part/${part}`;
  const [, page = "/admin"] = pagesOfCodes.find(([name]) => search.has(name)) ?? [];
  return withView(page, search);
}

const viewParameters = ["tab", "show", "sort", "record", "ref", "line", "machine", "part"];

/** Returns `path` with the parameters that name a view of the desk (state/desk-view.ts), or what a code leads to. */
function withView(path: string, search: URLSearchParams): string {
  const kept = new URLSearchParams([...search].filter(([name]) => viewParameters.includes(name)));
  return kept.size === 0 ? path : `${path}?${kept}`;
}
