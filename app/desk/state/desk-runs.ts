import { failureText, isUnreached } from "#app/desk/api/desk-call.ts";
import type { DeskPerson } from "#domain/desk.ts";

import {
  type ChangeReport,
  type Left,
  type Wish,
  failureOf,
  leftWords,
  movesRecords,
  recordNames,
} from "./change-report.ts";
import type { DeskNotes, NoteBoard } from "./desk-notes.ts";
import { type DeskRun, LostRuns } from "./lost-runs.ts";
import type { RecordChanges } from "./record-changes.ts";

interface RunContext {
  readonly board: NoteBoard;
  readonly changes: RecordChanges;
  readonly people: () => readonly DeskPerson[];
  /** Loads again what the runs may have moved; `wasRefused` if one of their records was left as it is. */
  readonly reload: (wasRefused: boolean, hasMoved: boolean) => Promise<void>;
}

interface Made {
  /** What the runs did; null if nothing. */
  readonly report: ChangeReport | null;
}

/** Runs of changes, and what the desk says about them. */
export class DeskRuns {
  readonly #context: RunContext;
  readonly #lost = new LostRuns();
  /** The last change or call, until its response. */
  #underWay: Promise<Made> | null = null;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** What the last change did, once it has its response. */
  async lastReport(): Promise<ChangeReport | null> {
    const { report } = (await this.#underWay) ?? this.#context.board.notes();
    return report === this.#context.board.notes().report ? report : null;
  }

  /** Whether changes wait for the server. */
  areLost(): boolean {
    return !this.#lost.isEmpty;
  }

  /** What is still wrong. */
  unsolved(): Partial<DeskNotes> {
    return this.#lost.notes(this.makeLost);
  }

  /** Makes the changes that did not reach the server. */
  readonly makeLost = (): void => void this.make(this.#lost.take());

  forgetLost(): void {
    this.#lost.take();
  }

  async make(runs: readonly DeskRun[]): Promise<void> {
    const { board } = this.#context;
    const wishes = runs.flatMap((run) => run.wishes);
    if (wishes.length === 0) return;
    this.#lost.giveWay(wishes);
    const sending = this.#send(runs);
    this.#underWay = sending;
    const { left, failed, reloaded } = await sending;
    if (this.#underWay === sending) this.#underWay = null;
    await reloaded;
    if (left.length > 0) {
      const [only] = wishes.length === 1 ? left : [];
      const staleReference = only?.why === null ? only.record.ref_number : null;
      board.note({ problem: leftWords(left, only), staleReference });
    }
    for (const { run, error } of failed) this.#fail(run, error);
    if (left.length === 0 && failed.length < runs.length) this.makeLost();
  }

  /** Says what a call did. An undo that is pressed before waits for it. */
  async tell(call: Promise<ChangeReport>): Promise<void> {
    const { board } = this.#context;
    const former = board.notes().report;
    board.note({ report: null });
    const told = call.then((report) => {
      board.note({ ...this.unsolved(), report });
      return { report };
    });
    const underWay = told.catch(() => ({ report: null }));
    this.#underWay = underWay;
    try {
      await told;
    } catch (error) {
      board.note({ report: board.notes().report ?? former });
      throw error;
    } finally {
      if (this.#underWay === underWay) this.#underWay = null;
    }
  }

  async #send(runs: readonly DeskRun[]) {
    const { board, changes, people, reload } = this.#context;
    const former = board.notes().report;
    board.note({ ...this.unsolved(), report: null });
    const left: Left[] = [];
    const failed: { readonly run: DeskRun; readonly error: unknown }[] = [];
    for (const run of runs) {
      const outcome = await changes.make(run);
      left.push(...outcome.left);
      if (outcome.failure !== null) failed.push({ run, error: outcome.failure.error });
    }
    const changed = runs.filter(({ made }) => made.length > 0);
    const report = joinedReport(changed, people());
    board.note({ report: changed.length + left.length === 0 ? former : report });
    const hasMoved = changed.some(({ wishes }) => movesRecords(wishes));
    return { report, left, failed, reloaded: reload(left.length > 0, hasMoved) };
  }

  #fail(run: DeskRun, cause: unknown): void {
    const { board } = this.#context;
    const { error, failed } = failureOf(run.wishes[0]?.change ?? {}, cause);
    if (isUnreached(error)) {
      this.#lost.add(run, failureText(error, failed));
      return board.note(this.unsolved());
    }
    board.fail(error, failed, () => void this.make([run]));
    board.note({ about: recordNames(run.wishes) });
  }
}

/** What several runs did, so that one undo takes all of it back; null if they did nothing. */
function joinedReport(runs: readonly DeskRun[], people: readonly DeskPerson[]): ChangeReport | null {
  const reports = runs.flatMap(({ report, made }) => report(made, people) ?? []);
  if (reports.length < 2) return reports[0] ?? null;
  return {
    words: reports.map(({ words }) => words).join(", "),
    undo: joinedWishes(reports.flatMap(({ undo }) => undo)),
  };
}

/** One wish per record: its cells before the first change, on the version that the last one made. */
function joinedWishes(wishes: readonly Wish[]): Wish[] {
  const joined = new Map<string, Wish>();
  for (const wish of wishes) {
    const { id } = wish.record;
    joined.set(id, { ...wish, change: { ...wish.change, ...joined.get(id)?.change } });
  }
  return [...joined.values()];
}
