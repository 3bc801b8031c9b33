import { tryStorage } from "#app/shared/forms/draft.ts";

export const storageKey = "quadkea-quick-quote";

/** Keeps the values of the quick quote for the full form, in this tab. Returns false if the browser forbids that. */
export function handOn(values: Readonly<Record<string, unknown>>): boolean {
  const isKept = tryStorage(() => {
    sessionStorage.setItem(storageKey, JSON.stringify(values));
    return true;
  });
  return isKept ?? false;
}

/** Returns these values once; null if there are none. */
export function takeHandedOn(): unknown {
  const handedOn = tryStorage((): unknown => {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return JSON.parse(text ?? "null");
  });
  return handedOn ?? null;
}
