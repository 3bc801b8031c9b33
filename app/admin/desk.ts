import { backupHealth } from "#app/api/backup-health.ts";
import { addNote, changeRecord, deskSummary, openRecord } from "#app/api/desk.ts";
import { mailOutages } from "#app/api/mail-journal.ts";
import { setOrderPlaced } from "#app/api/orders.ts";
import { changeStatus, listRecords, recordPageSize } from "#app/api/records.ts";
import { SignedOut, signInInPlace } from "#app/api/session.ts";
import type { DeskChange } from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { RecordColumns, Submission, SubmissionRecord } from "#domain/submission.ts";

import { ChangeQueue } from "./change-queue.ts";
import { type DeskState, plainLists, turnedTo, withChange, withList, withPage } from "./desk-state.ts";
import { DeskStore } from "./desk-store.ts";
import { failureWords, isStale } from "./failure.ts";
import { hasNoteDraft } from "./record/note-draft.ts";
import { giveStatuses, leftWords, statusReport, type StatusWish, undoneReport } from "./status-report.ts";
import { type DeskView, listKey } from "./view/desk-view.ts";

/**
 * The records of the panel and what can be done with them. It loads what the view shows; whatever
 * brings news (a button, a live stream) calls `reload`.
 */
export class Desk {
  readonly #userId: string;
  #onSignedOut = () => {};
  readonly #store = new DeskStore();
  #view: DeskView | null = null;
  #loads = 0;
  #typing = new AbortController();
  readonly #changes = new ChangeQueue();

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** Sets what happens when the session is over. */
  whenSignedOut(leave: () => void): void {
    this.#onSignedOut = leave;
  }

  readonly subscribe = this.#store.subscribe;
  readonly state = this.#store.state;

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
      this.#set(turnedTo(this.state(), view, before));
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
    const after = view === null ? undefined : this.state().lists.get(listKey(view))?.records.at(-1);
    if (view === null || after === undefined) return;
    this.#set({ problem: null });
    await this.#loading(async () => {
      const page = await listRecords(view, this.#asker(), { after });
      this.#set(withPage(this.state(), listKey(view), page));
    });
  }

  setStatus(submission: Submission, record: SubmissionRecord, status: RecordStatus): Promise<void> {
    const work = async (current: SubmissionRecord) => {
      const version = await changeStatus(submission, current, status);
      this.#set({ report: statusReport([{ record: current, status, version }]) });
      return version;
    };
    return this.#change(record, { status }, messages.statusUpdateFailed, work);
  }

  /** Gives several records a status at once. */
  async setStatuses(asked: readonly StatusWish[], report = statusReport): Promise<void> {
    const wishes = asked.filter(({ record, status }) => record.status !== status);
    if (wishes.length === 0) return;
    this.#set({ problem: null, report: null });
    return this.#attempt(messages.statusUpdateFailed, async () => {
      const { made, left } = await giveStatuses(wishes, this.#changes);
      this.#set({ report: report(made) });
      await this.#refresh();
      if (left.length > 0) this.#set({ problem: leftWords(left), retry: null });
    });
  }

  /** Takes the last change of a status back. */
  undo(): Promise<void> {
    return this.setStatuses(this.state().report?.undo ?? [], undoneReport);
  }

  forgetReport(): void {
    this.#set({ report: null });
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
        if (isStale(error)) await this.#refresh();
        throw error;
      });
      this.#set(withChange(this.state(), record.id, { ...made, version }));
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
    const turn = this.#store.turn();
    const limit = Math.max(recordPageSize, this.state().lists.get(key)?.records.length ?? 0);
    try {
      const list = await listRecords(view, this.#asker(), { limit, ...(signal && { signal }) });
      if (!this.#store.isNews(key, turn)) return;
      const isAskedFor = this.#view !== null && listKey(this.#view) === key;
      this.#set({ ...withList(this.state(), key, list), ...(isAskedFor && { shown: view }) });
    } catch (error) {
      // Somebody typed on: the answer to what stood there before matters no more.
      if (signal?.aborted !== true) throw error;
    }
  }

  async #open(): Promise<void> {
    const reference = this.#view?.reference ?? null;
    if (reference === null) return;
    const turn = this.#store.turn();
    try {
      const opened = await openRecord(reference);
      if (this.#store.isNews("opened", turn)) this.#set({ opened, openProblem: null });
    } catch (error) {
      if (error instanceof SignedOut) return this.#signedOut(() => this.#open());
      const openProblem = failureWords(error, messages.loadFailed);
      if (this.#store.isNews("opened", turn)) this.#set({ openProblem });
    }
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
      if (this.#store.isNews(name, turn)) this.#set(show(part));
    } catch (error) {
      if (error instanceof SignedOut) return;
      console.error(`The panel's ${name} could not be loaded`, error);
    }
  }

  async #loading(work: () => Promise<void>): Promise<void> {
    this.#loads += 1;
    this.#set({ isLoading: true });
    await this.#attempt(messages.loadFailed, work, () => void this.reload());
    this.#loads -= 1;
    this.#set({ isLoading: this.#loads > 0 });
  }

  async #attempt(
    fallback: string,
    work: () => Promise<void>,
    retry = () => {
      this.#set({ problem: null });
      void this.#attempt(fallback, work);
    },
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof SignedOut) return this.#signedOut(() => this.#attempt(fallback, work));
      this.#set({ problem: failureWords(error, fallback), retry: isStale(error) ? null : retry });
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
    this.#store.set(change);
  }
}
