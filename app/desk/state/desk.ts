import { addNote, changeRecord, correctRecord, type Correction } from "#app/desk/api/desk.ts";
import { SignedOut } from "#app/desk/api/session.ts";
import type { RecordCells } from "#domain/desk.ts";
import type { LiveNews } from "#domain/live.ts";
import { messages } from "#domain/messages.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { RecordColumns, SubmissionRecord } from "#domain/submission.ts";

import { ChangeQueue } from "./change-queue.ts";
import { DeskAttempts } from "./desk-attempts.ts";
import { DeskLoader } from "./desk-loader.ts";
import { listsWith, shownList, turnedTo, withChange, withNews } from "./desk-state.ts";
import { DeskStore } from "./desk-store.ts";
import { type DeskView, listKey } from "./desk-view.ts";
import { isStale } from "./failure.ts";
import { withoutThoseOf } from "./newcomers.ts";
import type { Outdated } from "./news-follower.ts";
import { hasNoteDraft } from "./note-draft.ts";
import {
  giveStatuses,
  leftWords,
  type StatusMade,
  statusReport,
  type StatusWish,
  undoneReport,
} from "./status-report.ts";

/** The records of the panel and what can be done with them. It loads what the view shows. */
export class Desk {
  readonly #userId: string;
  readonly #store = new DeskStore();
  readonly #loader: DeskLoader;
  readonly #attempts = new DeskAttempts(this.#store, () => this.#isWriting());
  #view: DeskView | null = null;
  /** How many forms are open that would be lost. */
  #writers = 0;
  #typing = new AbortController();
  readonly #changes = new ChangeQueue();
  readonly #loadAgain = () => void this.reload();
  /** Loads again what is wrong with the installation or the mail path. */
  readonly checkWarnings = (): Promise<void> => this.#loader.warnings();

  constructor(userId: string) {
    this.#userId = userId;
    this.#loader = new DeskLoader(this.#store, userId);
  }

  /** Sets what happens when the session is over. */
  whenSignedOut(leave: () => void): void {
    this.#attempts.whenSignedOut(leave);
  }

  readonly subscribe = this.#store.subscribe;
  readonly state = this.#store.state;
  readonly asShown = this.#store.asShown;

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
      this.#store.set(turnedTo(this.state(), view, before));
      this.showNewcomers();
      work.push(this.#loading(() => this.#loadList(view, this.#typing.signal)));
    }
    await Promise.all(work);
  }

  /** Loads everything again that is shown or stands in a tab. */
  async reload(): Promise<void> {
    this.#attempts.clearProblem();
    this.showNewcomers();
    await Promise.all([this.#refresh(), this.checkWarnings()]);
  }

  /** Counts what has come in; where the reader is at the top of such a list, it appears there. */
  hear(news: LiveNews, isAtTop: boolean): void {
    this.#store.set(withNews(this.state(), news, this.#view, isAtTop));
  }

  /** Loads again, without a word, what is shown of that; throws where the list could not be loaded. */
  async follow({ everything, tables, records, ownCounts }: Outdated): Promise<void> {
    const view = this.#view;
    if (view === null) return;
    const lists = everything ? listsWith(view) : tables.has(view.table) ? [view] : [];
    await Promise.all([
      ...lists.map((list) => this.#loadList(list)),
      ...(everything || records.has(this.state().opened?.record.id ?? "") ? [this.#open()] : []),
      ...(everything || ownCounts ? [this.#loader.summary()] : []),
    ]);
  }

  /** Lets what has come in appear with the next load of the list, where that is where it stands. */
  showNewcomers(): void {
    this.#store.set({ newcomers: withoutThoseOf(this.state().newcomers, this.#view) });
  }

  /** Learns the names of colleagues who have been added since. */
  async meet(ids: readonly string[]): Promise<void> {
    const known = this.state().summary?.people.map(({ id }) => id) ?? [];
    if (ids.some((id) => !known.includes(id))) await this.#loader.summary();
  }

  /** The session is over: anybody in the middle of a note or a correction finishes it first. */
  leaveUnlessWriting(): void {
    this.#attempts.leaveUnlessWriting();
  }

  /** Somebody begins to type what must not be lost; the result ends that. */
  beginWriting(): () => void {
    this.#writers += 1;
    return () => void (this.#writers -= 1);
  }

  async loadMore(): Promise<void> {
    const view = this.#view;
    if (view === null || this.state().isLoading || shownList(this.state())?.hasMore !== true) return;
    this.#attempts.clearProblem();
    await this.#loading(() => this.#loader.more(view));
  }

  setStatus(record: SubmissionRecord, status: RecordStatus): Promise<void> {
    const work = async (current: SubmissionRecord) => {
      const version = await changeRecord(current, { status });
      this.#store.set({ report: statusReport([{ record: current, status, version }]) });
      return version;
    };
    return this.#attempt(messages.statusUpdateFailed, () => this.#make(record, { status }, work));
  }

  /** Gives several records a status at once. */
  async setStatuses(asked: readonly StatusWish[], report = statusReport): Promise<void> {
    if (asked.length === 0) return;
    const former = this.state().report;
    // What a try has made is undone together with what the next one makes of the rest.
    const all: StatusMade[] = [];
    this.#store.set({ problem: null, staleReference: null, report: null });
    return this.#attempts.attempt(messages.statusUpdateFailed, async () => {
      const { made, left, failure } = await giveStatuses(asked, this.#changes, this.#store.isLatest);
      all.push(...made);
      this.#store.set({ report: all.length + left.length === 0 ? former : report(all) });
      await this.#refresh();
      if (failure !== null) throw failure.error;
      if (left.length > 0) this.#store.set({ problem: leftWords(left), retry: null });
    });
  }

  /** Takes the last change of a status back. */
  undo(): Promise<void> {
    return this.setStatuses(this.state().report?.undo ?? [], undoneReport);
  }

  forgetReport(): void {
    this.#store.set({ report: null });
  }

  setOrderPlaced(record: SubmissionRecord, placed: boolean): Promise<void> {
    return this.#change(record, { order_placed: placed }, messages.orderUpdateFailed);
  }

  /** Assigns or snoozes a record. */
  change(record: SubmissionRecord, change: RecordCells): Promise<void> {
    return this.#change(record, change, messages.unexpected);
  }

  /** Throws where the note could not be kept: whoever wrote it still has it. */
  async addNote(reference: string, text: string, key: string): Promise<void> {
    await addNote(reference, text, key);
    await this.#open();
  }

  /** Corrects what a visitor said of themselves. Throws if that fails: whoever typed it still has it. */
  correct(record: SubmissionRecord, fields: Correction): Promise<void> {
    return this.#make(record, {}, (current) => correctRecord(current, fields));
  }

  #change(record: SubmissionRecord, change: RecordCells, fallback: string): Promise<void> {
    return this.#attempt(fallback, () =>
      this.#make(record, change, (current) => changeRecord(current, change)),
    );
  }

  #attempt(fallback: string, work: () => Promise<void>): Promise<void> {
    this.#attempts.clearProblem();
    return this.#attempts.attempt(fallback, work);
  }

  async #make(
    record: SubmissionRecord,
    made: Partial<RecordColumns>,
    work: (current: SubmissionRecord) => Promise<number>,
  ): Promise<void> {
    const version = await this.#changes.run(record, made, work).catch(async (error: unknown) => {
      // What somebody else has changed is what the refusal is about.
      if (isStale(error)) {
        this.#store.set({ staleReference: record.ref_number });
        await this.#refresh();
      }
      throw error;
    });
    this.#store.set(withChange(this.state(), record.id, { ...made, version }));
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    await Promise.all([
      this.#loading(async () => {
        await Promise.all(listsWith(this.#view).map((list) => this.#loadList(list)));
      }),
      this.#open(),
      this.#loader.summary(),
    ]);
  }

  #loadList(view: DeskView, signal?: AbortSignal): Promise<void> {
    const isShown = () => this.#view !== null && listKey(this.#view) === listKey(view);
    return this.#loader.list(view, isShown, signal);
  }

  async #open(): Promise<void> {
    try {
      await this.#loader.record(this.#view?.reference ?? null);
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error;
      await this.#attempts.signedOut(() => this.#open());
    }
  }

  #loading(work: () => Promise<void>): Promise<void> {
    return this.#attempts.loading(work, this.#loadAgain);
  }

  #isWriting(): boolean {
    const reference = this.#view?.reference ?? null;
    return this.#writers > 0 || (reference !== null && hasNoteDraft(this.#userId, reference));
  }
}
