import { type changeReport, recordNames, type Wish } from "./change-report.ts";
import { type DeskNotes, noProblem } from "./desk-notes.ts";
import type { Run } from "./record-changes.ts";

export interface DeskRun extends Run {
  readonly report: typeof changeReport;
}

/** Changes that did not reach the server, oldest first: they are named and made once it can be reached. */
export class LostRuns {
  #runs: readonly DeskRun[] = [];
  #problem = "";

  add(run: DeskRun, problem: string): void {
    this.#runs = [...this.#runs, run];
    this.#problem = problem;
  }

  get isEmpty(): boolean {
    return this.#runs.length === 0;
  }

  /** Returns them and forgets them. */
  take(): readonly DeskRun[] {
    const runs = this.#runs;
    this.#runs = [];
    return runs;
  }

  /** A later choice for the same cell of a record counts instead. */
  giveWay(later: readonly Wish[]): void {
    const isChosenAgain = ({ record, change }: Wish) =>
      later.some((one) => one.record.id === record.id && sharesCell(one, change));
    this.#runs = this.#runs
      .map((run) => ({ ...run, wishes: run.wishes.filter((wish) => !isChosenAgain(wish)) }))
      .filter(({ wishes }) => wishes.length > 0);
  }

  /** What to say about them; `retry` makes them. */
  notes(retry: () => void): Partial<DeskNotes> {
    if (this.isEmpty) return noProblem;
    const about = this.#runs.map(({ wishes }) => recordNames(wishes)).join(", ");
    return { ...noProblem, problem: this.#problem, retry, about, isUnreached: true };
  }
}

function sharesCell({ change }: Wish, cells: Wish["change"]): boolean {
  return Object.keys(change).some((name) => Object.hasOwn(cells, name));
}
