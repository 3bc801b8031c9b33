const prefix = "quadkea-desk-";

/** Names an item that the desk keeps in sessionStorage for one user until their session ends. */
export function deskItem(userId: string, name: string): string {
  return `${prefix}${userId}-${name}`;
}

/** Removes what the desk keeps in this tab for other users; for all users if `userId` is null. */
export function forgetDeskOfOthers(userId: string | null): void {
  const own = userId === null ? null : deskItem(userId, "");
  forget((name) => own === null || !name.startsWith(own));
}

/** Removes what the desk keeps in this tab about a record: what was begun to be written. */
export function forgetRecord(reference: string): void {
  forget((name) => name.endsWith(`-${reference}`));
}

function forget(isForgotten: (name: string) => boolean): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));
  for (const name of names) if (isForgotten(name)) sessionStorage.removeItem(name);
}
