import type { CurrentUser } from "#domain/wire.ts";

import { keptItemName, keptItemNames } from "./session-end.ts";

/** Something that the desk keeps on this device until somebody else signs in, or nobody is signed in any more. */
export function keptItem(userId: string, name: string) {
  const key = keptItemName(userId, name);
  return {
    read(): unknown {
      const text = localStorage.getItem(key);
      return text === null ? undefined : JSON.parse(text);
    },
    write(value: object): void {
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // No room on this phone: the page needs signal to open.
      }
    },
  };
}

const name = "user";

/** Keeps who is signed in, for a page that opens without signal. */
export function keepUser(user: CurrentUser): void {
  keptItem(user.id, name).write(user);
}

/** Returns who was signed in last, for a page that opens without signal. Every call still asks for the session. */
export function userWithoutSignal(page: string): CurrentUser | null {
  if (!/^\/admin\/yard\/\d+$/.test(new URL(page).pathname)) return null;
  const kept = keptItemNames().find((key) => key.endsWith(`-${name}`));
  return JSON.parse(localStorage.getItem(kept ?? "") ?? "null") as CurrentUser | null;
}
