import { useEffect } from "react";

import { logout } from "#app/desk/api/session.ts";

import { forgetDeskOfOthers } from "./desk-storage.ts";

/** Ends the session in this tab and goes to the login page. */
export async function leaveDesk(loginPage: string): Promise<void> {
  await logout();
  goToLogin(loginPage);
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
