import { useSyncExternalStore } from "react";
import * as v from "valibot";

export const cookieConsentKey = "quadkea-cookie-consent";

const consentSchema = v.object({ essential: v.literal(true), analytics: v.boolean() });
type CookieConsent = v.InferOutput<typeof consentSchema>;

const listeners = new Set<() => void>();
/** The choice if the browser cannot store it: kept until the page is left. */
let unstored: string | null = null;

export function readCookieConsent(): CookieConsent | null {
  return parse(readText());
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

/** The choice, kept in step with other tabs; undefined until the page is hydrated. */
export function useCookieConsent(): CookieConsent | null | undefined {
  const text = useSyncExternalStore<string | null | undefined>(subscribe, readText, () => undefined);
  return text === undefined ? undefined : parse(text);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

function readText(): string | null {
  try {
    return localStorage.getItem(cookieConsentKey) ?? unstored;
  } catch {
    return unstored;
  }
}

function parse(text: string | null): CookieConsent | null {
  try {
    return v.parse(consentSchema, JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}
