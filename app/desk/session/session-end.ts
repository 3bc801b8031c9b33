import { useEffect } from "react";

import { logout } from "#app/desk/api/session.ts";
import { alertsKey } from "#app/desk/preferences/alerts.ts";
import { keysKey } from "#app/desk/preferences/shortcuts.ts";
import { cookieConsentKey } from "#app/shared/document/cookie-consent.ts";

import { forgetDeskOfOthers } from "./desk-storage.ts";

/** Choices made for this device and not by a session: they are put back after `Clear-Site-Data`. */
const deviceKeys = [cookieConsentKey, alertsKey, keysKey];

/** Ends the session. False if the server did not confirm it. */
export async function endSession(): Promise<boolean> {
  const choices = deviceKeys.flatMap((key) => {
    const text = localStorage.getItem(key);
    return text === null ? [] : [[key, text] as const];
  });
  const isEnded = await logout();
  for (const [key, text] of choices) localStorage.setItem(key, text);
  return isEnded;
}

/**
 * Ends the session and forgets all that the desk kept in this tab. The full page load leaves nothing of it in
 * memory either. `loginPage` is the address to go to.
 */
export async function leaveDesk(loginPage = "/admin-login"): Promise<void> {
  await endSession();
  forgetDeskOfOthers(null);
  location.replace(loginPage);
}

/** Signs out on purpose: every tab of this browser leaves the desk. */
export async function signOut(): Promise<void> {
  await endSession();
  tellTabs(null);
  forgetDeskOfOthers(null);
  location.replace("/admin-login");
}

const channelName = "quadkea-session";

/** Tells the other tabs of this browser who is signed in, or null after a sign-out. */
export function tellTabs(userId: string | null): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only this origin hears a channel
  channel.postMessage(userId);
  channel.close();
}

/** Calls back when another tab says that somebody else is signed in, or nobody. Returns a function that stops this. */
function onOtherUser(userId: string, hear: (signedIn: string | null) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data !== userId) hear(typeof data === "string" ? data : null);
  });
  return () => channel.close();
}

/** Leaves the desk of a user as soon as they sign out, or somebody else signs in, in another tab. */
export function useSessionEnd(userId: string): void {
  useEffect(
    () =>
      onOtherUser(userId, (signedIn) => {
        forgetDeskOfOthers(signedIn);
        if (signedIn === null) location.replace("/admin-login");
        else location.reload();
      }),
    [userId],
  );
  useEffect(() => {
    // The browser's Back may bring a page back as it was left.
    const revive = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload();
    };
    window.addEventListener("pageshow", revive);
    return () => window.removeEventListener("pageshow", revive);
  }, []);
}
