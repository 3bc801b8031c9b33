import type { SubmissionRecord } from "#domain/submission.ts";

/** Makes a change to the record as it is handed over; answers the version that this leaves behind. */
type Work = (record: SubmissionRecord) => Promise<number>;

/**
 * Makes the changes to one record one after another, each on what the one before left behind: whoever
 * changes two things quickly does not collide with themselves, and still does with others.
 */
export class ChangeQueue {
  readonly #last = new Map<string, Promise<unknown>>();
  /** Versions by those they replaced; every version is one of its record's alone. */
  readonly #became = new Map<number, number>();

  /** Answers the new version. */
  run(record: SubmissionRecord, work: Work): Promise<number> {
    const turn = this.#after(this.#last.get(record.id), async () => {
      const version = this.newest(record.version);
      const became = await work(Object.assign({}, record, { version }));
      this.follows(became, version);
      return became;
    });
    this.#last.set(record.id, turn);
    return turn;
  }

  /** The version that one's own changes have made of this one. */
  newest(version: number): number {
    let newest = version;
    for (let next = this.#became.get(newest); next !== undefined; next = this.#became.get(newest))
      newest = next;
    return newest;
  }

  /** Notes what a change of one's own has made of a version. */
  follows(became: number, version: number): void {
    if (became !== version) this.#became.set(version, became);
  }

  async #after(before: Promise<unknown> | undefined, work: () => Promise<number>): Promise<number> {
    // Whoever made the change before has been told if it failed.
    await before?.catch(() => {});
    return work();
  }
}
