import { failureText, isStale, isUnreached } from "#app/desk/api/desk-call.ts";
import { type Correction, addNote } from "#app/desk/api/desk.ts";
import { SignedOut } from "#app/desk/api/session.ts";
import { forgetRecord } from "#app/desk/session/desk-storage.ts";
import type { RecordCells } from "#domain/desk.ts";
import type { LiveUpdate } from "#domain/live.ts";
import { messages } from "#domain/messages.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import {
  type ChangeReport,
  type Wish,
  changeReport,
  failureOf,
  leftWords,
  movesRecords,
  recordNames,
  undoneReport,
} from "./change-report.ts";
import { DeskData, listKeyOf } from "./desk-data.ts";
import { type DeskNotes, noProblem } from "./desk-notes.ts";
import { DeskSession } from "./desk-session.ts";
import { type DeskView, listKey } from "./desk-view.ts";
import { heldBackIn, withNewRecords, withoutThoseOf } from "./new-records.ts";
import { RecordChanges, type Run } from "./record-changes.ts";

interface DeskRun extends Run {
  readonly report: typeof changeReport;
}

/** The records of the desk and what staff do with them. */
export class Desk {
  readonly session: DeskSession;
  readonly data: DeskData;
  readonly #changes: RecordChanges;
  readonly #listeners = new Set<() => void>();
  #notes: DeskNotes = { ...noProblem, report: null, newRecords: new Map(), isLoading: false };
  #view: DeskView | null = null;
  #listReload: Promise<void> | null = null;

  constructor(userId: string) {
    this.session = new DeskSession(userId);
    this.data = new DeskData({
      userId,
      heldBack: (list) => heldBackIn(this.#notes.newRecords, list),
      inSession: this.session.run,
      onMissing: forgetRecord,
    });
    this.#changes = new RecordChanges(this.data);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly notes = (): DeskNotes => this.#notes;

  show(view: DeskView): void {
    const isOtherList = this.#view === null || listKey(this.#view) !== listKey(view);
    this.#view = view;
    this.session.show(view.reference);
    if (isOtherList) this.#showNewRecords();
  }

  /** Loads everything on the page again. */
  async reload(): Promise<void> {
    this.#note(noProblem);
    this.#showNewRecords();
    await this.#loading(() => this.data.client.refetchQueries({ type: "active" }));
  }

  /** Loads again what is wrong with the installation or the mail path. */
  async checkWarnings(): Promise<void> {
    await this.data.client.refetchQueries({ queryKey: ["warnings"], type: "active" });
  }

  async loadMore(): Promise<void> {
    const view = this.#view;
    if (view === null || this.#notes.isLoading || this.data.loaded(view)?.hasMore !== true) return;
    this.#note(noProblem);
    await this.#loading(() => this.data.loadMore(view)).catch((error: unknown) =>
      this.#fail(error, messages.loadFailed, () => void this.reload()),
    );
  }

  /** Counts new records; a reader at the top of their list sees them appear instead. */
  hear(update: LiveUpdate, isAtTop: boolean): void {
    this.data.count(update);
    this.#note({ newRecords: withNewRecords(this.#notes.newRecords, update, this.#view, isAtTop) });
  }

  /** Loads again what the updates touched and the page shows. Throws if that fails. */
  async follow(updates: readonly LiveUpdate[]): Promise<void> {
    // Until a change returns, its event looks like someone else's.
    await this.#changes.settled();
    const view = this.#view;
    if (view === null) return;
    if (updates.some((update) => update.is_gap)) return this.data.reload([["list"], ["record"], ["summary"]]);
    const events = updates.flatMap((one) => one.events).filter((event) => !this.#changes.isOwn(event));
    const changes = events.filter(({ type }) => type !== "note");
    await this.data.reload([
      ...(changes.some(({ table }) => table === view.table) ? [listKeyOf(view)] : []),
      ...(events.some(({ reference }) => reference === view.reference) ? [["record"]] : []),
      ...(changes.some(({ type }) => ownCounts.has(type)) ? [["summary"]] : []),
    ]);
  }

  /** Loads what ended snoozes may have changed: no event tells of them. */
  async followSnoozes(tables: ReadonlySet<string>): Promise<void> {
    const view = this.#view;
    if (view === null) return;
    await this.data.reload([["summary"], ...(tables.has(view.table) ? [listKeyOf(view)] : [])]);
  }

  /** Loads the names of users who were added since. */
  async meet(ids: readonly string[]): Promise<void> {
    const { queryKey } = this.data.summary;
    const known = this.data.client.getQueryData(queryKey)?.people.map(({ id }) => id);
    if (known !== undefined && ids.some((id) => !known.includes(id))) await this.data.reload([queryKey]);
  }

  setStatus(record: SubmissionRecord, status: RecordStatus): Promise<void> {
    return this.change(record, { status });
  }

  change(record: SubmissionRecord, change: RecordCells): Promise<void> {
    return this.changeAll([{ record, change }]);
  }

  /** Repeats what failed while the server could not be reached. */
  reconnected(): void {
    if (this.#notes.isUnreached) this.#notes.retry?.();
  }

  /** Says why nothing was changed. */
  say(words: string): void {
    this.#note({ report: { words, undo: [] } });
  }

  changeAll(wishes: readonly Wish[], report = changeReport): Promise<void> {
    return this.#change({ wishes, made: [], report });
  }

  async undo(): Promise<void> {
    const { report } = this.#notes;
    if (report?.takeBack === undefined) return this.changeAll(report?.undo ?? [], undoneReport);
    this.#note({ ...noProblem, report: null });
    try {
      await report.takeBack();
    } catch (error) {
      return this.#fail(error, messages.unexpected, () => void this.tell(report));
    }
    await this.tell({ words: `Undone: ${report.words}`, undo: [] });
  }

  /** Says what was done, and loads what it changed. */
  async tell(report: ChangeReport): Promise<void> {
    this.#note({ ...noProblem, report });
    await this.#changes.showOwn(this.#view?.reference ?? null, this.#reload([["record"]]));
    await this.#reloadList();
  }

  forgetReport(): void {
    this.#note({ report: null });
  }

  /** Throws if the note could not be stored: its writer still has it. */
  async addNote(reference: string, text: string, key: string): Promise<void> {
    await addNote(reference, text, key);
    await this.#reload([["record", reference]]);
  }

  /** Throws if the record could not be corrected: the form still has what was typed. */
  async correct(record: SubmissionRecord, fields: Correction): Promise<void> {
    try {
      await this.#changes.correct(record, fields);
    } catch (error) {
      if (isStale(error)) {
        this.#note({ staleReference: record.ref_number });
        await Promise.all([this.#reload([["record"]]), this.#reloadList()]);
      }
      throw error;
    }
    await Promise.all([this.#reload([["record"]]), this.#reloadList()]);
  }

  asShown(record: SubmissionRecord): SubmissionRecord {
    return this.data.opened(record.ref_number) ?? record;
  }

  async #change(run: DeskRun): Promise<void> {
    const { wishes, made } = run;
    if (wishes.length === 0) return;
    const former = this.#notes.report;
    this.#note({ ...noProblem, report: null });
    const { left, failure } = await this.#changes.make(run);
    const people = this.data.client.getQueryData(this.data.summary.queryKey)?.people ?? [];
    this.#note({ report: made.length + left.length === 0 ? former : run.report(made, people) });
    if (left.length > 0) await this.#reload([["record"], ["summary"]]);
    if (left.length > 0 || (made.length > 0 && movesRecords(wishes))) await this.#reloadList();
    if (left.length > 0) {
      const [only] = wishes.length === 1 ? left : [];
      this.#note({ problem: leftWords(left, only), staleReference: only?.record.ref_number ?? null });
    }
    if (failure !== null) {
      const { error, failed } = failureOf(wishes[0]?.change ?? {}, failure.error);
      this.#fail(error, failed, () => void this.#change(run));
      this.#note({ about: recordNames(wishes) });
    }
  }

  /** Loads the list again, once for all changes that are on their way. */
  #reloadList(): Promise<void> {
    this.#listReload ??= this.#changes.idle().then(() => {
      this.#listReload = null;
      return this.#reload(this.#view === null ? [] : [listKeyOf(this.#view)]);
    });
    return this.#listReload;
  }

  /** Loads again; a failure is shown where the data would be. */
  #reload(keys: readonly (readonly unknown[])[]): Promise<void> {
    return this.data.reload(keys).catch(() => {});
  }

  async #loading(work: () => Promise<void>): Promise<void> {
    this.#note({ isLoading: true });
    await work().finally(() => this.#note({ isLoading: false }));
  }

  /** Lets held-back records appear with the next load of their list. */
  #showNewRecords(): void {
    this.#note({ newRecords: withoutThoseOf(this.#notes.newRecords, this.#view) });
  }

  #fail(error: unknown, fallback: string, retry: () => void): void {
    if (error instanceof SignedOut) return;
    this.#note({ problem: failureText(error, fallback), retry, isUnreached: isUnreached(error) });
  }

  #note(change: Partial<DeskNotes>): void {
    this.#notes = { ...this.#notes, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Events that change what is counted for the user. */
const ownCounts: ReadonlySet<string> = new Set(["status", "owner", "snooze"]);
