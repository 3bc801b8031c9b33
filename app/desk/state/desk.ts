import { isStale, isTooLate } from "#app/desk/api/desk-call.ts";
import type { Correction } from "#app/desk/api/desk.ts";
import { addNote } from "#app/desk/api/record-calls.ts";
import { forgetRecord } from "#app/desk/session/desk-storage.ts";
import type { RecordCells } from "#domain/desk.ts";
import type { LiveUpdate } from "#domain/live.ts";
import { messages } from "#domain/messages.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { type ChangeReport, type Wish, changeReport, undoneReport } from "./change-report.ts";
import { DeskData, listKeyOf } from "./desk-data.ts";
import { NoteBoard, noProblem } from "./desk-notes.ts";
import { DeskRuns } from "./desk-runs.ts";
import { DeskSession } from "./desk-session.ts";
import { type DeskView, listKey } from "./desk-view.ts";
import { heldBackIn, withNewRecords, withoutThoseOf } from "./new-records.ts";
import { RecordChanges } from "./record-changes.ts";

/** The records of the desk and what staff do with them. */
export class Desk {
  readonly session: DeskSession;
  readonly data: DeskData;
  readonly #changes: RecordChanges;
  readonly #board = new NoteBoard();
  readonly #runs: DeskRuns;
  #view: DeskView | null = null;
  #listReload: Promise<void> | null = null;

  constructor(userId: string) {
    this.session = new DeskSession(userId);
    this.data = new DeskData({
      userId,
      heldBack: (list) => heldBackIn(this.#board.notes().newRecords, list),
      inSession: this.session.run,
      onMissing: forgetRecord,
    });
    this.#changes = new RecordChanges(this.data);
    this.#runs = new DeskRuns({
      board: this.#board,
      changes: this.#changes,
      people: () => this.data.client.getQueryData(this.data.summary.queryKey)?.people ?? [],
      reload: async (wasRefused, hasMoved) => {
        if (wasRefused) await this.#reload([["record"], ["summary"]]);
        if (wasRefused || hasMoved) await this.#reloadList();
      },
    });
  }

  readonly subscribe = this.#board.subscribe;
  readonly notes = this.#board.notes;

  show(view: DeskView): void {
    const isOtherList = this.#view === null || listKey(this.#view) !== listKey(view);
    this.#view = view;
    this.session.show(view.reference);
    if (isOtherList) this.#showNewRecords();
  }

  /** The page is left. Changes that wait for the server stay: they are named and made when the user comes back. */
  leave(): void {
    this.#view = null;
    this.#board.note({ ...this.#runs.unsolved(), report: null });
  }

  readonly hasLostChanges = (): boolean => this.#runs.areLost();

  /** Loads everything on the page again. */
  async reload(): Promise<void> {
    this.#board.note(noProblem);
    this.#showNewRecords();
    const load = () => this.data.client.refetchQueries({ type: "active" }, { throwOnError: true });
    // A failure is shown where the data would be; the lost changes wait for the connection then.
    await this.#loading(load).then(this.#runs.makeLost, () => {});
  }

  /** Loads again what is wrong with the installation or the mail path. */
  async checkWarnings(): Promise<void> {
    await this.data.client.refetchQueries({ queryKey: ["warnings"], type: "active" });
  }

  async loadMore(): Promise<void> {
    const view = this.#view;
    if (view === null || this.#board.notes().isLoading || this.data.loaded(view)?.hasMore !== true) return;
    this.#board.note(this.#runs.unsolved());
    await this.#loading(() => this.data.loadMore(view)).catch((error: unknown) =>
      this.#board.fail(error, messages.loadFailed, () => void this.reload()),
    );
  }

  /** Counts new records; a reader at the top of their list sees them appear instead. */
  hear(update: LiveUpdate, isAtTop: boolean): void {
    this.data.count(update);
    this.#board.note({
      newRecords: withNewRecords(this.#board.notes().newRecords, update, this.#view, isAtTop),
    });
  }

  /** Loads again what the updates touched and the page shows. Throws if that fails. */
  async follow(updates: readonly LiveUpdate[]): Promise<void> {
    // Until a change returns, its event looks like someone else's.
    await this.#changes.settled();
    const view = this.#view;
    if (view === null) return;
    if (updates.some((update) => update.is_gap)) return this.data.reload([["list"], ["record"], ["summary"]]);
    const all = updates.flatMap((one) => one.events);
    const isAboutMails = all.some(({ type }) => this.data.mayChangeMails(type));
    const events = all.filter((event) => !this.#changes.isOwn(event));
    const changes = events.filter(({ type }) => type !== "note");
    await this.data.reload([
      ...(changes.some(({ table }) => table === view.table) ? [listKeyOf(view)] : []),
      ...(events.some(({ reference }) => reference === view.reference) ? [["record"]] : []),
      ...(isAboutMails || changes.some(({ type }) => ownCounts.has(type)) ? [["summary"]] : []),
      ...(isAboutMails ? [["warnings"]] : []),
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
    if (this.#board.notes().isUnreached) this.#board.notes().retry?.();
    this.#runs.makeLost();
  }

  /** Says why nothing was changed. */
  say(words: string): void {
    this.#board.note({ report: { words, undo: [] } });
  }

  changeAll(wishes: readonly Wish[], report = changeReport): Promise<void> {
    return this.#runs.make([{ wishes, made: [], report }]);
  }

  /** Undoes the last change, also if its response is still on the way. */
  async undo(): Promise<void> {
    const report = await this.#runs.lastReport();
    if (report === null) return;
    await (report.takeBack === undefined
      ? this.changeAll(report.undo, undoneReport)
      : this.#takeBack(report.takeBack));
  }

  async #takeBack(takeBack: NonNullable<ChangeReport["takeBack"]>): Promise<void> {
    this.#board.note({ ...this.#runs.unsolved(), report: null });
    try {
      await takeBack.run();
    } catch (error) {
      const retry = isTooLate(error) ? null : () => void this.#takeBack(takeBack);
      this.#board.fail(error, messages.unexpected, retry);
      return this.#board.note({ about: takeBack.what });
    }
    await this.tell(Promise.resolve({ words: `Undone. ${takeBack.undone}`, undo: [] }));
  }

  /** Says what a call did once it is done, and loads what it changed. Throws if the call failed. */
  async tell(call: Promise<ChangeReport>): Promise<void> {
    await this.#runs.tell(call);
    const loaded = this.#changes.showOwn(this.#view?.reference ?? null, this.#reload([["record"]]));
    void loaded.then(() => this.#reloadList());
  }

  /** Says that something about a record that is not open failed. */
  failElsewhere(what: string, error: unknown): void {
    this.#board.fail(error, messages.unexpected, null);
    this.#board.note({ about: what });
  }

  /** Hides the problem. If it is that of the changes that did not reach the server, they are given up. */
  readonly dismiss = (): void => {
    if (this.#board.notes().retry === this.#runs.makeLost) this.#runs.forgetLost();
    this.#board.note(this.#runs.unsolved());
  };

  forgetReport(): void {
    this.#board.note({ report: null });
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
        this.#board.note({ staleReference: record.ref_number });
        await Promise.all([this.#reload([["record"]]), this.#reloadList()]);
      }
      throw error;
    }
    await Promise.all([this.#reload([["record"]]), this.#reloadList()]);
  }

  asShown(record: SubmissionRecord): SubmissionRecord {
    return this.data.opened(record.ref_number) ?? record;
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
    this.#board.note({ isLoading: true });
    await work().finally(() => this.#board.note({ isLoading: false }));
  }

  /** Lets held-back records appear with the next load of their list. */
  #showNewRecords(): void {
    this.#board.note({ newRecords: withoutThoseOf(this.#board.notes().newRecords, this.#view) });
  }
}

/** Events that change what is counted for the user. */
const ownCounts: ReadonlySet<string> = new Set(["status", "owner", "snooze"]);
