import { isBirth, type LiveNews } from "#domain/live.ts";

/** What has to be loaded again, as far as it is shown. */
export interface Outdated {
  readonly everything: boolean;
  readonly tables: ReadonlySet<string>;
  /** By their ids. */
  readonly records: ReadonlySet<string>;
  /** Also what is counted for oneself. */
  readonly ownCounts: boolean;
}

/** Many news in a row lead to one load each so often. */
const pauseMs = 150;
const longestPauseMs = 15_000;

/** Loads what news are about, until that has worked. */
export class NewsFollower {
  readonly #load: (outdated: Outdated) => Promise<void>;
  #waiting: LiveNews[] = [];
  #isWorking = false;
  #isStopped = false;

  constructor(load: (outdated: Outdated) => Promise<void>) {
    this.#load = load;
  }

  hear(news: LiveNews): void {
    this.#waiting.push(news);
    if (!this.#isWorking) void this.#work();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    let failures = 0;
    while (this.#waiting.length > 0 && !this.#isStopped) {
      const news = this.#waiting;
      this.#waiting = [];
      try {
        await this.#load(outdatedBy(news));
        failures = 0;
      } catch {
        this.#waiting.unshift(...news);
        failures += 1;
      }
      await pause(Math.min(longestPauseMs, failures === 0 ? pauseMs : 1000 * 2 ** failures));
    }
    this.#isWorking = false;
  }
}

function outdatedBy(news: readonly LiveNews[]): Outdated {
  const events = news.flatMap((one) => one.events);
  return {
    everything: news.some(({ is_gap: isGap }) => isGap),
    tables: new Set(events.map(({ table }) => table)),
    records: new Set(events.map(({ record_id: id }) => id)),
    ownCounts: events.some((event) => !isBirth(event)),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
