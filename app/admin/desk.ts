import { backupHealth } from "#app/api/backup-health.ts";
import { addNote, changeRecord, deskSummary, openRecord } from "#app/api/desk.ts";
import { mailOutages } from "#app/api/mail-journal.ts";
import { setOrderPlaced } from "#app/api/orders.ts";
import { CallProblem } from "#app/api/panel-call.ts";
import { changeStatus, listRecords, recordPageSize, RecordsProblem } from "#app/api/records.ts";
import { SignedOut, signInInPlace } from "#app/api/session.ts";
import type { DeskChange } from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { RecordColumns, Submission, SubmissionRecord } from "#domain/submission.ts";

import { ChangeQueue } from "./change-queue.ts";
import {
  type DeskState,
  emptyDesk,
  plainLists,
  turnedTo,
  withChange,
  withList,
  withPage,
} from "./desk-state.ts";
import { hasNoteDraft } from "./record/note-draft.ts";
import { type DeskView, listKey } from "./view/desk-view.ts";

/**
 * The records of the panel and what can be done with them. It loads what the view shows; whatever
 * brings news (a button, a live stream) calls `reload`.
 */
export class Desk {
  readonly #userId: string;
  #onSignedOut = () => {};
  readonly #listeners = new Set<() => void>();
  #state = emptyDesk;
  #view: DeskView | null = null;
  #loads = 0;
  #turns = 0;
  /** The turn whose answer each part of the state shows: answers may overtake one another. */
  readonly #shown = new Map<string, number>();
  #typing = new AbortController();
  readonly #changes = new ChangeQueue();

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** Sets what happens when the session is over. */
  whenSignedOut(leave: () => void): void {
    this.#onSignedOut = leave;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): DeskState => this.#state;

  /** Loads what this view shows and the one before it did not. */
  async show(view: DeskView): Promise<void> {
    const before = this.#view;
    this.#view = view;
    if (before === null) return this.reload();
    const work: Promise<void>[] = [];
    if (view.reference !== before.reference) work.push(this.#open());
    if (listKey(view) !== listKey(before)) {
      this.#typing.abort();
      this.#typing = new AbortController();
      this.#set(turnedTo(this.#state, view, before));
      work.push(this.#loading(() => this.#loadList(view, this.#typing.signal)));
    }
    await Promise.all(work);
  }

  /** Loads everything again that is shown or stands in a tab. */
  async reload(): Promise<void> {
    this.#set({ problem: null });
    await this.#refresh();
  }

  async loadMore(): Promise<void> {
    const view = this.#view;
    const after = view === null ? undefined : this.#state.lists.get(listKey(view))?.records.at(-1);
    if (view === null || after === undefined) return;
    this.#set({ problem: null });
    await this.#loading(async () => {
      const page = await listRecords(view, this.#asker(), { after });
      this.#state = withPage(this.#state, listKey(view), page);
    });
  }

  setStatus(submission: Submission, record: SubmissionRecord, status: RecordStatus): Promise<void> {
    const work = (current: SubmissionRecord) => changeStatus(submission, current, status);
    return this.#change(record, { status }, messages.statusUpdateFailed, work);
  }

  setOrderPlaced(submission: Submission, record: SubmissionRecord, placed: boolean): Promise<void> {
    const work = ({ id }: SubmissionRecord) => setOrderPlaced(submission, id, placed);
    return this.#change(record, { order_placed: placed }, messages.orderUpdateFailed, work);
  }

  /** Gives a record an owner, or puts it off. */
  change(record: SubmissionRecord, change: DeskChange): Promise<void> {
    const work = (current: SubmissionRecord) => changeRecord(current, change);
    return this.#change(record, change, messages.unexpected, work);
  }

  /** Throws where the note could not be kept: whoever wrote it still has it. */
  async addNote(reference: string, text: string, key: string): Promise<void> {
    await addNote(reference, text, key);
    await this.#open();
  }

  async #change(
    record: SubmissionRecord,
    made: Partial<RecordColumns>,
    fallback: string,
    work: (current: SubmissionRecord) => Promise<number>,
  ): Promise<void> {
    this.#set({ problem: null });
    await this.#attempt(fallback, async () => {
      const version = await this.#changes.run(record, work).catch(async (error: unknown) => {
        // What somebody else has changed is what the refusal is about.
        if (isProblem(error) && error.isStale) await this.#refresh();
        throw error;
      });
      this.#state = withChange(this.#state, record.id, { ...made, version });
      await this.#refresh();
    });
  }

  async #refresh(): Promise<void> {
    const view = this.#view;
    const current = view === null ? [] : [view];
    const lists = new Map([...plainLists, ...current].map((list) => [listKey(list), list]));
    await Promise.all([
      this.#loading(async () => {
        await Promise.all([...lists.values()].map((list) => this.#loadList(list)));
      }),
      this.#open(),
      this.#part("summary", deskSummary, (summary) => ({ summary })),
      this.#part("outages", mailOutages, (outages) => ({ outages })),
      this.#part("backups", backupHealth, (backups) => ({ backups })),
    ]);
  }

  async #loadList(view: DeskView, signal?: AbortSignal): Promise<void> {
    const key = listKey(view);
    const turn = (this.#turns += 1);
    const limit = Math.max(recordPageSize, this.#state.lists.get(key)?.records.length ?? 0);
    try {
      const list = await listRecords(view, this.#asker(), { limit, ...(signal && { signal }) });
      if (!this.#isNews(key, turn)) return;
      this.#state = withList(this.#state, key, list);
      if (this.#view !== null && listKey(this.#view) === key) this.#state = { ...this.#state, shown: view };
    } catch (error) {
      // Somebody typed on: the answer to what stood there before matters no more.
      if (signal?.aborted !== true) throw error;
    }
  }

  async #open(): Promise<void> {
    const reference = this.#view?.reference ?? null;
    if (reference === null) return;
    const turn = (this.#turns += 1);
    try {
      const opened = await openRecord(reference);
      if (this.#isNews("opened", turn)) this.#set({ opened, openProblem: null });
    } catch (error) {
      if (error instanceof SignedOut) return this.#signedOut(() => this.#open());
      const openProblem = error instanceof CallProblem ? error.message : messages.loadFailed;
      if (this.#isNews("opened", turn)) this.#set({ openProblem });
    }
  }

  /** Loads what the panel can do without. */
  async #part<Part>(
    name: string,
    load: () => Promise<Part>,
    show: (part: Part) => Partial<DeskState>,
  ): Promise<void> {
    const turn = (this.#turns += 1);
    try {
      const part = await load();
      if (this.#isNews(name, turn)) this.#set(show(part));
    } catch (error) {
      if (error instanceof SignedOut) return;
      console.error(`The panel's ${name} could not be loaded`, error);
    }
  }

  #isNews(name: string, turn: number): boolean {
    if (turn < (this.#shown.get(name) ?? 0)) return false;
    this.#shown.set(name, turn);
    return true;
  }

  async #loading(work: () => Promise<void>): Promise<void> {
    this.#loads += 1;
    this.#set({ isLoading: true });
    await this.#attempt(messages.loadFailed, work);
    this.#loads -= 1;
    this.#set({ isLoading: this.#loads > 0 });
  }

  async #attempt(fallback: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof SignedOut) return this.#signedOut(() => this.#attempt(fallback, work));
      if (!isProblem(error)) console.error(error);
      this.#set({ problem: isProblem(error) ? error.message : fallback });
    }
  }

  /** Whoever is in the middle of a note signs in again in place, others on the login page. */
  async #signedOut(goOn: () => Promise<void>): Promise<void> {
    const reference = this.#view?.reference ?? null;
    const isWriting = reference !== null && hasNoteDraft(reference);
    if (isWriting && (await signInInPlace())) return goOn();
    this.#onSignedOut();
  }

  #asker() {
    return { userId: this.#userId, now: new Date() };
  }

  #set(change: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function isProblem(error: unknown): error is RecordsProblem | CallProblem {
  return error instanceof RecordsProblem || error instanceof CallProblem;
}
