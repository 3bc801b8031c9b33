import * as v from "valibot";

const storageKey = "quadkea-cookie-consent";

const consentSchema = v.object({ essential: v.literal(true), analytics: v.boolean() });
export type CookieConsent = v.InferOutput<typeof consentSchema>;

/** What the visitor has chosen on an earlier visit; null where nothing readable is stored. */
export function readCookieConsent(): CookieConsent | null {
  try {
    return v.parse(consentSchema, JSON.parse(localStorage.getItem(storageKey) ?? ""));
  } catch {
    return null;
  }
}

/** Remembers the choice. Where the browser stores nothing, it holds until the page is left. */
export function storeCookieConsent(consent: CookieConsent): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(consent));
  } catch (error) {
    console.warn("The cookie choice could not be stored", error);
  }
}
