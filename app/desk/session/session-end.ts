import { useEffect } from "react";

import { logout } from "#app/desk/api/session.ts";
import { keysKey } from "#app/desk/keyboard/commands.ts";
import { alertsKey } from "#app/desk/preferences/alerts.ts";
import { cookieConsentKey } from "#app/shared/document/cookie-consent.ts";

import { forgetDeskOfOthers } from "./desk-storage.ts";

/** Settings of this device rather than of a session. They are put back after `Clear-Site-Data`. */
const deviceKeys: readonly string[] = [cookieConsentKey, alertsKey, keysKey];

/** Ends the session. Returns false if the server did not confirm it. */
export async function endSession(): Promise<boolean> {
  const stored = Object.entries<string>(localStorage);
  const settings = stored.filter(([key]) => deviceKeys.includes(key));
  // The rest is of a visitor, perhaps a submission that waits for a signal. The desk keeps nothing else there.
  const isEnded = await logout(settings.length < stored.length);
  for (const [key, text] of settings) localStorage.setItem(key, text);
  return isEnded;
}

/** Ends the session in this tab and goes to the login page. */
export async function leaveDesk(loginPage: string): Promise<void> {
  await endSession();
  goToLogin(loginPage);
}

/** Ends the session in every tab of this browser. */
export async function signOut(): Promise<void> {
  await endSession();
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
