import type { RecordColumns, SubmissionRecord } from "#domain/submission.ts";

/** Makes a change to the record as it is handed over; answers the version that this leaves behind. */
type Work = (record: SubmissionRecord) => Promise<number>;

type Made = Partial<RecordColumns> & { readonly version: number };

/**
 * Makes the changes to one record one after another, each on what the one before left behind: whoever
 * changes two things quickly does not collide with themselves, and still does with others.
 */
export class ChangeQueue {
  readonly #last = new Map<string, Promise<unknown>>();
  /** What changes have made, by the versions they replaced; every version is one of its record's alone. */
  readonly #made = new Map<number, Made>();

  /** Answers the new version. */
  run(record: SubmissionRecord, change: Partial<RecordColumns>, work: Work): Promise<number> {
    return this.together([record], async () => {
      const current = this.newest(record);
      const version = await work(current);
      this.follows(current.version, { ...change, version });
      return version;
    });
  }

  /** A change to several records, once the changes under way on any of them are done. */
  together<Answer>(records: readonly SubmissionRecord[], work: () => Promise<Answer>): Promise<Answer> {
    const before = records.flatMap(({ id }) => this.#last.get(id) ?? []);
    // Whoever made a change before has been told if it failed.
    const turn = Promise.allSettled(before).then(work);
    for (const { id } of records) this.#last.set(id, turn);
    return turn;
  }

  /** What one's own changes have made of the record. */
  newest(record: SubmissionRecord): SubmissionRecord {
    const made = this.#made.get(record.version);
    return made === undefined ? record : this.newest(Object.assign({}, record, made));
  }

  /** Notes what a change of one's own has made of a version. */
  follows(version: number, made: Made): void {
    if (made.version !== version) this.#made.set(version, made);
  }
}
