/**
 * How hard a proof of work is, as a level: 0 demands none, 1 is the easiest, each further level twice as hard.
 * Up to `hardestLevel` a visitor waits seconds; only networks that go on and on are asked for more.
 */
export type Level = number;

/** What a visitor from a quiet network is asked for at most, whatever others do. */
export const hardestLevel: Level = 6;
/** So hard that a graphics card works seconds at it: a network that is asked for this is as good as shut out. */
export const steepestLevel: Level = 16;

/** A try is a PBKDF2 of so many rounds. Making a challenge costs the server one try, whatever its level. */
export const roundsPerTry = 2000;

/**
 * Tries that an ordinary phone makes in a second, in all its workers: four cores that are five times slower than
 * one of a server, where Chromium makes 2 to 3 million rounds a second. See docs/decisions/051.
 */
const triesPerPhoneSecond = 1250;

/** The tries that a proof of this level takes at most, if a phone is to need `seconds` at the hardest level. */
export function triesAt(level: Level, seconds: number): number {
  const hardest = seconds * triesPerPhoneSecond;
  return Math.max(1, Math.round(hardest * 2 ** (Math.min(level, steepestLevel) - hardestLevel)));
}

/** A budget of which the first part is free and the rest is for submissions with a proof of work. */
export interface Budget {
  readonly free: number;
  readonly reserve: number;
  /** No use of this budget demands more. */
  readonly steepest: Level;
}

/** What the last of `uses` has to prove: twice as much with each tenth of the reserve that is used up. */
export function levelFor({ free, reserve, steepest }: Budget, uses: number): Level {
  if (uses <= free) return 0;
  if (reserve === 0) return steepest;
  const usedBefore = Math.max(0, uses - free - 1) / reserve;
  return Math.min(steepest, 1 + Math.floor(usedBefore * 10));
}
