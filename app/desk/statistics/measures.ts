import type { FigureSpell } from "#domain/figures.ts";

import { countInWords, openTimeInWords, shareInTime, shareInWords } from "./statistics-labels.ts";

/** One thing that is measured, week by week. */
export interface Measure {
  readonly title: string;
  readonly intro: string;
  /** Null where there is nothing to measure. */
  valueOf(spell: FigureSpell): number | null;
  inWords(spell: FigureSpell): string;
  /** The top of the plot, where it is always the same. */
  readonly top?: number;
  /** It tells how a promise was kept. */
  readonly isPromise?: true;
}

export const measures: readonly Measure[] = [
  {
    title: "Received",
    intro: "How many came each week.",
    valueOf: ({ received }) => received,
    inWords: ({ received }) => countInWords(received),
  },
  {
    title: "Answered in time",
    intro:
      "Of those that came in a week and have been answered or are overdue. What may still be in time is left out.",
    top: 1,
    isPromise: true,
    valueOf: shareInTime,
    inWords: (spell) => shareInWords(shareInTime(spell)),
  },
  {
    title: "Time to the answer",
    intro: "Opening hours from arrival to answer: half took less, half took more.",
    valueOf: ({ median_minutes: minutes }) => minutes,
    inWords: ({ median_minutes: minutes }) => openTimeInWords(minutes),
  },
];
