import type { LiveNews } from "#domain/live.ts";

/** Bursts of news lead to one load per pause. */
const pauseMs = 150;
const longestPauseMs = 15_000;

/** Loads what news are about, and tries again until that works. */
export class NewsFollower {
  readonly #load: (news: readonly LiveNews[]) => Promise<void>;
  #waiting: LiveNews[] = [];
  #isWorking = false;
  #isStopped = false;

  constructor(load: (news: readonly LiveNews[]) => Promise<void>) {
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
        await this.#load(news);
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
