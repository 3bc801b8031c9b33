const prefix = "quadkea-desk-";

/** The name of something that the desk keeps in this tab for one user. It ends with their session. */
export function deskItem(userId: string, name: string): string {
  return `${prefix}${userId}-${name}`;
}

/** Forgets what the desk keeps in this tab for everybody else; for everybody if `userId` is null. */
export function forgetDeskOfOthers(userId: string | null): void {
  const own = userId === null ? null : deskItem(userId, "");
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    if (own === null || !name.startsWith(own)) sessionStorage.removeItem(name);
  }
}
