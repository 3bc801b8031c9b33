/** One benchmark: measures, prints what it found, and says whether the bar was met. */
export interface Bench {
  readonly name: string;
  /** What is measured, against which bar. */
  readonly title: string;
  run(): Promise<boolean>;
}

/** Something the machine must have for this bench; `message` says in one line what to install. */
export class Missing extends Error {
  override readonly name = "Missing";
}

export function verdict(what: string, met: boolean): boolean {
  console.log(`${met ? "PASS" : "MISSED"}  ${what}\n`);
  return met;
}
