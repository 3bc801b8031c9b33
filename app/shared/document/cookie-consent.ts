import { tryStorage } from "#app/shared/forms/draft.ts";

const cookieConsentKey = "quadkea-cookie-consent";

interface CookieConsent {
  readonly essential: true;
  readonly analytics: boolean;
}

const listeners = new Set<() => void>();
/** The choice if the browser cannot store it: kept until the page is left. */
let unstored: string | null = null;

/** Returns the visitor's choice; null if there is none. */
export function readCookieConsent(): CookieConsent | null {
  const text = tryStorage(() => localStorage.getItem(cookieConsentKey)) ?? unstored ?? "null";
  const stored = tryStorage((): unknown => JSON.parse(text));
  return isConsent(stored) ? stored : null;
}

export function storeCookieConsent(consent: CookieConsent): void {
  const text = JSON.stringify(consent);
  try {
    localStorage.setItem(cookieConsentKey, text);
  } catch (error) {
    unstored = text;
    console.warn("The cookie choice could not be stored", error);
  }
  for (const listener of listeners) listener();
}

/** Calls the listener at once and whenever the choice may have changed: here, in another tab, or while this page was in the back/forward cache. */
export function followCookieConsent(listener: () => void): void {
  listener();
  listeners.add(listener);
  addEventListener("storage", listener);
  addEventListener("pageshow", listener);
}

function isConsent(value: unknown): value is CookieConsent {
  return (
    typeof value === "object" &&
    value !== null &&
    "essential" in value &&
    value.essential === true &&
    "analytics" in value &&
    typeof value.analytics === "boolean"
  );
}
