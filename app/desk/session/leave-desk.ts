import { logout } from "#app/desk/api/session.ts";
import { alertsKey } from "#app/desk/preferences/alerts.ts";
import { keysKey } from "#app/desk/preferences/shortcuts.ts";
import { cookieConsentKey } from "#app/shared/document/cookie-consent.ts";

import { forgetDeskOfOthers } from "./desk-storage.ts";
import { tellTabs } from "./session-tabs.ts";

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
