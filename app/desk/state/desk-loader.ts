import { deskSummary, openRecord } from "#app/desk/api/desk.ts";
import { mailOutages } from "#app/desk/api/mail-journal.ts";
import { installationNotices } from "#app/desk/api/notices.ts";
import { listRecords, recordPageSize } from "#app/desk/api/records.ts";
import { SignedOut } from "#app/desk/api/session.ts";
import { messages } from "#domain/messages.ts";

import { type DeskState, withList, withoutRecord, withPage } from "./desk-state.ts";
import type { DeskStore } from "./desk-store.ts";
import { type DeskView, listKey } from "./desk-view.ts";
import { failureWords, isMissing } from "./failure.ts";
import { heldBackIn, holdBack } from "./newcomers.ts";
import { noteDraft } from "./note-draft.ts";

/** Loads what the panel shows into its store, each part by itself. */
export class DeskLoader {
  readonly #store: DeskStore;
  readonly #userId: string;

  constructor(store: DeskStore, userId: string) {
    this.#store = store;
    this.#userId = userId;
  }

  /** `isShown` tells, once it is there, whether it is still the list to show. */
  async list(view: DeskView, isShown: () => boolean, signal?: AbortSignal): Promise<void> {
    const key = listKey(view);
    const turn = this.#store.turn();
    const { lists, newcomers } = this.#store.state();
    const former = lists.get(key);
    const held = heldBackIn(newcomers, view);
    const length = Math.max(recordPageSize, former?.records.length ?? 0);
    try {
      const fresh = await listRecords(view, this.#asker(), {
        limit: length + held,
        ...(signal && { signal }),
      });
      // Somebody has loaded more meanwhile.
      if (this.#lengthOf(key) > length) return await this.list(view, isShown, signal);
      if (!this.#store.isNews(key, turn)) return;
      const list = held === 0 ? fresh : holdBack(fresh, former);
      this.#store.set({ ...withList(this.#store.state(), key, list), ...(isShown() && { shown: view }) });
    } catch (error) {
      // Somebody typed on: the answer to what stood there before matters no more.
      if (signal?.aborted !== true) throw error;
    }
  }

  /** The next page of a list. */
  async more(view: DeskView): Promise<void> {
    const key = listKey(view);
    const last = () => this.#store.state().lists.get(key)?.records.at(-1);
    const after = last();
    if (after === undefined) return;
    const page = await listRecords(view, this.#asker(), { after });
    // News have moved the end of the list meanwhile: what follows it is another page.
    if (last()?.id !== after.id) return this.more(view);
    this.#store.set(withPage(this.#store.state(), key, page));
  }

  #lengthOf(key: string): number {
    return this.#store.state().lists.get(key)?.records.length ?? 0;
  }

  /** Opens a record, or closes the one that was open. Throws the end of the session; other failures are state. */
  async record(reference: string | null): Promise<void> {
    const turn = this.#store.turn();
    if (reference === null) return this.#show(turn, () => ({ opened: null, openProblem: null }));
    try {
      const opened = await openRecord(reference);
      this.#show(turn, () => ({ opened, openProblem: null }));
    } catch (error) {
      if (error instanceof SignedOut) throw error;
      const words = failureWords(error, messages.loadFailed);
      this.#show(turn, (state) =>
        isMissing(error) ? this.#forget(state, reference, words) : { openProblem: { reference, words } },
      );
    }
  }

  #show(turn: number, change: (state: DeskState) => Partial<DeskState>): void {
    if (this.#store.isNews("opened", turn)) this.#store.set(change(this.#store.state()));
  }

  /** Erased, or never there: nothing of it stays, nor what somebody was about to add. */
  #forget(state: DeskState, reference: string, words: string): DeskState {
    noteDraft(this.#userId, reference).clear();
    return withoutRecord(state, reference, words);
  }

  summary(): Promise<void> {
    return this.#part("summary", deskSummary, (summary) => {
      // News may have told of what came later.
      const known = this.#store.state().summary;
      return known !== null && summary.last_event < known.last_event ? {} : { summary };
    });
  }

  async warnings(): Promise<void> {
    await Promise.all([
      this.#part("outages", mailOutages, (outages) => ({ outages })),
      this.#part("notices", installationNotices, (notices) => ({ notices })),
    ]);
  }

  /** Loads what the panel can do without. */
  async #part<Part>(
    name: string,
    load: () => Promise<Part>,
    show: (part: Part) => Partial<DeskState>,
  ): Promise<void> {
    const turn = this.#store.turn();
    try {
      const part = await load();
      if (this.#store.isNews(name, turn)) this.#store.set(show(part));
    } catch (error) {
      if (error instanceof SignedOut) return;
      console.error(`The panel's ${name} could not be loaded`, error);
    }
  }

  #asker() {
    return { userId: this.#userId, now: new Date() };
  }
}
