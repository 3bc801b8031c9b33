import { setTimeout as delay } from "node:timers/promises";

import { submissions } from "#domain/forms/submissions.ts";
import type { RecordEventType } from "#domain/record-event.ts";
import type { RecordTableName } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";
import { lastEventId } from "#server/services/events/events.ts";

import { forEveryForm } from "./record-table.ts";
import type { WordTerm } from "./search-words.ts";
import { Vocabulary } from "./vocabulary.ts";

/** Short reads: on SQLite they run between other work on the main thread. */
const batch = 200;
const restMs = 15;
const longestWaitMs = 1000;

/** Corrects typed words by those of all records. Follows the history, so that it knows records of every instance. */
export class WordCorrector {
  readonly #db: Query;
  readonly #vocabulary = new Vocabulary();
  #lastEvent = 0;
  #learning: Promise<void> | null = null;
  #isAwaited = false;

  constructor(db: Query) {
    this.#db = db;
  }

  /** Reads what was stored or corrected since the last time. After a start, a search does not wait for all of it. */
  async learn(): Promise<void> {
    this.#isAwaited = true;
    await Promise.race([this.#learn(), delay(longestWaitMs, undefined, { ref: false })]);
  }

  /** Reads it with a rest after each batch, unless a search waits for it. */
  learnSlowly(): Promise<void> {
    this.#isAwaited = false;
    return this.#learn();
  }

  #learn(): Promise<void> {
    this.#learning ??= this.#learnUntil().finally(() => (this.#learning = null));
    return this.#learning;
  }

  readonly correct = (word: string): readonly WordTerm[] => this.#vocabulary.correct(word);

  async #learnUntil(): Promise<void> {
    const newest = await lastEventId(this.#db);
    if (newest === this.#lastEvent) return;
    for (const { table } of submissions) await this.#learnTable(table, newest);
    this.#lastEvent = newest;
  }

  async #learnTable(table: RecordTableName, newest: number): Promise<void> {
    for (let after = this.#lastEvent; after < newest;) {
      const rows = await this.#page(table, { after, newest });
      for (const row of rows) this.#vocabulary.learn(row.search_text);
      after = rows.length < batch ? newest : (rows.at(-1)?.id ?? newest);
      await delay(this.#isAwaited ? 0 : restMs);
    }
  }

  #page(table: RecordTableName, { after, newest }: { readonly after: number; readonly newest: number }) {
    return forEveryForm(this.#db)
      .selectFrom("record_events as event")
      .innerJoin(`${table} as record`, "record.id", "event.record_id")
      .select(["event.id", "record.search_text"])
      .where("event.id", ">", after)
      .where("event.id", "<=", newest)
      .where("event.record_table", "=", table)
      .where("event.type", "in", wordTypes)
      .orderBy("event.id")
      .limit(batch)
      .execute();
  }
}

const wordTypes: RecordEventType[] = ["created", "adopted", "corrected"];
