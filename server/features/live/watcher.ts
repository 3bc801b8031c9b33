import type { LiveNews, LivePresence } from "#domain/live.ts";

import type { EventStream } from "./event-stream.ts";
import type { Tab } from "./presence.ts";

/** A panel that is told as it happens. */
export class Watcher {
  readonly tab: Tab;
  readonly sessionId: string;
  readonly #stream: EventStream;
  /** The event that has been told last; null until the first news are. */
  #told: number | null = null;

  constructor(tab: Tab, sessionId: string, stream: EventStream) {
    this.tab = tab;
    this.sessionId = sessionId;
    this.#stream = stream;
  }

  /** What a panel gets that has just come or come back. */
  welcome(news: LiveNews): void {
    this.#told = news.last_event;
    this.#stream.send(news, { id: news.last_event });
  }

  /** News for everybody, some of which this one may have had in its welcome. */
  tell(news: LiveNews): void {
    if (this.#told === null) return;
    const told = this.#told;
    const events = news.events.filter(({ id }) => id > told);
    if (events.length > 0 || news.is_gap) this.welcome({ ...news, events });
  }

  tellPresence(presence: LivePresence): void {
    this.#stream.send(presence, { name: "presence" });
  }

  beat(): void {
    this.#stream.send({}, { name: "beat" });
  }

  dismiss(): void {
    this.#stream.end();
  }
}
