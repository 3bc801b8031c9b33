import { submissionOf } from "#app/desk/api/list-view.ts";
import { formatCents } from "#domain/deals/money.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { Statistics } from "#domain/statistics.ts";

import { formatCount, formatOpenTime, formatShare, shareInTime, winRate } from "./measures.ts";

/** One figure of the summary. */
export interface Tile {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly isAlarming?: boolean;
}

/** What an owner looks at first. */
export function summaryTiles(statistics: Statistics): Tile[] {
  const { kinds, open } = statistics;
  const today = kinds.map(({ table, today: { received } }) => ({
    tab: submissionOf({ table }).tab,
    received,
  }));
  const overdue = sum(open.map((one) => one.overdue));
  const total = {
    received: sum(kinds.map((kind) => kind.total.received)),
    in_time: sum(kinds.map((kind) => kind.total.in_time)),
    late: sum(kinds.map((kind) => kind.total.late)),
  };
  return [
    {
      label: "Came in today",
      value: formatCount(sum(today.map(({ received }) => received))),
      note: today
        .map(({ tab, received }) => `${formatCount(received)} ${tab.title.toLowerCase()}`)
        .join(", "),
    },
    {
      label: "To answer now",
      value: formatCount(sum(open.map((one) => one.unanswered))),
      note: overdue === 0 ? "None is overdue" : `${formatCount(overdue)} overdue`,
      isAlarming: overdue > 0,
    },
    {
      label: "Answered in time",
      value: formatShare(shareInTime(total)),
      note: `${formatCount(total.in_time)} in time, ${formatCount(total.late)} late`,
    },
    ...quoteTiles(statistics),
  ];
}

function quoteTiles({ kinds, quotes: { total } }: Statistics): Tile[] {
  const requests = kinds.find(({ table }) => table === quoteRequest.table);
  if (requests === undefined) return [];
  const { sent, approved, median_minutes: minutes, value_cents: cents } = total;
  return [
    timeTile("Time to reply to quote requests", requests.total.median_minutes),
    {
      label: "Win rate",
      value: formatShare(winRate(total)),
      note: `${formatCount(approved)} approved of ${formatCount(sent)} quoted`,
    },
    { label: "Quotes sent", value: formatCount(sent), note: "Requests that got a quote" },
    timeTile("Time to quote", minutes),
    {
      label: "Value approved",
      value: formatCents(cents).replace(/\.\d\d$/, ""),
      note: "With GST and freight",
    },
  ];
}

function timeTile(label: string, minutes: number | null): Tile {
  const note = minutes === null ? "Too few yet" : "In opening hours; half took less";
  return { label, value: formatOpenTime(minutes), note };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
