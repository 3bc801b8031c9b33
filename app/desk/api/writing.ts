/** How many open forms hold what somebody is writing. */
let writers = 0;

/** Marks that a form is open whose contents must not be lost, until the returned function is called. */
export function beginWriting(): () => void {
  writers += 1;
  return () => void (writers -= 1);
}

/** Whoever is writing signs in again in place when the session ends; others leave for the login page. */
export function isWriting(): boolean {
  return writers > 0;
}
