import { type Chance, chance } from "#scripts/demo/chance.ts";
import { RepeatedCall } from "#server/features/deals/deal/repeated-call.ts";
import type { Services } from "#server/services/services.ts";

export interface Walker {
  readonly services: Services;
  readonly userId: string;
  /** Called after the call with this key was acknowledged. */
  readonly onDone: (key: string) => void;
  readonly advance: (ms: number) => void;
}

/** What staff and customers do by chance about the deals of one seed. */
export interface Course {
  /** Draws everything first: chance must not depend on what happens. */
  step(random: Chance, key: string): () => Promise<unknown>;
  /** After each step. Throws if something does not hold. */
  check?(): Promise<void>;
}

/** Makes the deals of a seed, unless they are there from before a kill. */
export type Walk = (walker: Walker, seed: number) => Promise<Course>;

const steps = 20;

/** Two things at a time. The same seed over the same data goes on where a killed walk ended. */
async function walkOne(walk: Walk, walker: Walker, seed: number): Promise<void> {
  const random = chance(seed);
  const course = await walk(walker, seed);
  for (let step = 0; step < steps; step += 1) {
    const both = [0, 1].map((half) => course.step(random, `${seed}.${step}.${half}`));
    await Promise.all(both.map((work) => tolerant(work)));
    await course.check?.();
  }
}

const atOnce = 6;

/** Several at a time. Calls `onWalked` when all up to a seed are done. */
export async function walkAll(
  walk: Walk,
  walker: Walker,
  { from, to }: { readonly from: number; readonly to: number },
  onWalked: (seed: number) => void = () => {},
): Promise<void> {
  for (let first = from; first <= to; first += atOnce) {
    const last = Math.min(to, first + atOnce - 1);
    const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    await Promise.all(seeds.map((seed) => walkOne(walk, walker, seed)));
    onWalked(last);
  }
}

async function tolerant(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RepeatedCall)) throw error;
  }
}
