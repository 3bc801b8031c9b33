import { useEffect } from "react";

import { forgetDeskOfOthers } from "./desk-storage.ts";
import { onOtherUser } from "./session-tabs.ts";

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
