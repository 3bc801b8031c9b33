import type pg from "pg";

import type { Step, Transaction } from "./recording.ts";

/** Where a replayed statement gets a value from. */
type Source =
  | { readonly kind: "constant"; readonly value: unknown }
  /** Another text for each submission, the same wherever this one stood. */
  | { readonly kind: "own"; readonly text: string }
  /** A number that an earlier statement answered. */
  | ({ readonly kind: "answer" } & Place);

interface ReplayStep {
  readonly step: Step;
  readonly sources: readonly Source[];
}

/** A submission's statements, to be repeated for others. */
export type Replay = readonly (readonly ReplayStep[])[];

const instant = /^\d{4}-\d\d-\d\dT/;

/** Made from two submissions: what differs between them differs for each. */
export function replayOf(one: readonly Transaction[], other: readonly Transaction[]): Replay {
  const [steps, others] = [one.flat(), other.flat()];
  if (steps.length !== others.length || steps.some(({ text }, index) => text !== others[index]?.text)) {
    throw new Error("Two submissions took different statements");
  }
  let position = -1;
  return one.map((transaction) =>
    transaction.map((step) => {
      position += 1;
      const before = position;
      const sources = step.values.map((value, index) =>
        sourceOf(value, others[before]?.values[index], steps.slice(0, before), others),
      );
      return { step, sources };
    }),
  );
}

function sourceOf(value: unknown, other: unknown, steps: readonly Step[], others: readonly Step[]): Source {
  if (value === other) return { kind: "constant", value };
  if (typeof value === "string" && !instant.test(value)) return { kind: "own", text: value };
  const answered = steps.flatMap(({ rows }, step) =>
    rows.flatMap((columns, row) => Object.keys(columns).map((column) => ({ step, row, column }))),
  );
  const source = answered.find(
    (place) => answerAt(place, steps) === value && answerAt(place, others) === other,
  );
  return source === undefined ? { kind: "constant", value } : { kind: "answer", ...source };
}

interface Place {
  readonly step: number;
  readonly row: number;
  readonly column: string;
}

function answerAt({ step, row, column }: Place, steps: readonly { readonly rows: Step["rows"] }[]): unknown {
  return steps[step]?.rows[row]?.[column];
}

/** Does all that the server's statements did, and nothing else. */
export async function replay(pool: pg.Pool, transactions: Replay, submission: number): Promise<void> {
  const answers: Pick<Step, "rows">[] = [];
  for (const transaction of transactions) {
    const client = await pool.connect();
    for (const { step, sources } of transaction) {
      const values = sources.map((source) => valueOf(source, submission, answers));
      const { rows } = await client.query({ ...nameOf(step), text: step.text, values });
      answers.push({ rows });
    }
    client.release();
  }
}

function nameOf({ name }: Step): { name?: string } {
  return name === undefined ? {} : { name };
}

function valueOf(source: Source, submission: number, answers: readonly Pick<Step, "rows">[]): unknown {
  if (source.kind === "constant") return source.value;
  if (source.kind === "own") return `${source.text} ${submission}`;
  return answerAt(source, answers);
}
