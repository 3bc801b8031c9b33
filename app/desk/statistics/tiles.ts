import { submissionOf } from "#app/desk/api/list-view.ts";
import { formatCents } from "#domain/deals/money.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { QuoteStatistics, Statistics } from "#domain/statistics.ts";

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

function quoteTiles({ kinds, quotes: sent }: Statistics): Tile[] {
  const quotes = kinds.find(({ table }) => table === quoteRequest.table);
  if (quotes === undefined) return [];
  const { median_minutes: minutes, ordered, settled } = quotes.total;
  return [
    {
      label: "Time to reply to quote requests",
      value: formatOpenTime(minutes),
      note: "In opening hours; half took less",
    },
    {
      label: "Win rate",
      value: formatShare(winRate(quotes.total)),
      note: `${formatCount(ordered)} ordered of ${formatCount(settled)} that are over`,
    },
    ...sentTiles(sent.total),
  ];
}

function sentTiles({ sent, approved, median_minutes: minutes, value_cents: cents }: QuoteStatistics): Tile[] {
  const share = sent === 0 ? null : approved / sent;
  return [
    { label: "Quotes sent", value: formatCount(sent), note: `${formatShare(share)} approved` },
    { label: "Time to quote", value: formatOpenTime(minutes), note: "In opening hours; half took less" },
    {
      label: "Value approved",
      value: formatCents(cents).replace(/\.\d\d$/, ""),
      note: "With GST and freight",
    },
  ];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
