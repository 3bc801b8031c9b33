import { expect, test } from "vitest";

import { BusinessCalendar } from "./business-calendar.ts";
import { dueInWords } from "./due-words.ts";
import { replyDue, type ReplyRule } from "./reply-due.ts";

/** Worked out by hand. +13:00 is New Zealand's summer time, +12:00 its winter time. */
type Case = readonly [received: string, due: string, words: string];

const quotes: readonly Case[] = [
  // An ordinary week: 20 November 2026 is a Friday.
  ["2026-11-23T10:00+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm today"],
  ["2026-11-23T08:59+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm today"],
  ["2026-11-23T00:00+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm today"],
  ["2026-11-20T15:59:59.999+13:00", "2026-11-20T17:00+13:00", "by 5:00 pm today"],
  ["2026-11-20T16:00+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm Monday 23 November"],
  ["2026-11-20T16:59+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm Monday 23 November"],
  ["2026-11-20T17:00+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm Monday 23 November"],
  ["2026-11-21T12:00+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm Monday 23 November"],
  ["2026-11-22T23:59+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm Monday 23 November"],
  ["2026-11-19T17:01+13:00", "2026-11-20T17:00+13:00", "by 5:00 pm Friday 20 November"],
  // Northland Anniversary Day: the Monday nearest 29 January.
  [
    "2026-01-23T18:00+13:00",
    "2026-01-27T17:00+13:00",
    "by 5:00 pm Tuesday 27 January: Monday is Northland Anniversary Day",
  ],
  [
    "2027-01-29T18:00+13:00",
    "2027-02-02T17:00+13:00",
    "by 5:00 pm Tuesday 2 February: Monday is Northland Anniversary Day",
  ],
  [
    "2027-02-01T10:00+13:00",
    "2027-02-02T17:00+13:00",
    "by 5:00 pm Tuesday 2 February: today is Northland Anniversary Day",
  ],
  // Waitangi Day on a Friday, and on a Saturday.
  [
    "2026-02-05T17:30+13:00",
    "2026-02-09T17:00+13:00",
    "by 5:00 pm Monday 9 February: Friday is Waitangi Day",
  ],
  [
    "2027-02-06T09:00+13:00",
    "2027-02-09T17:00+13:00",
    "by 5:00 pm Tuesday 9 February: Monday is Waitangi Day (observed)",
  ],
  // Easter 2026, with the end of summer time on Easter Sunday; Easter 2027.
  [
    "2026-04-02T17:00+13:00",
    "2026-04-07T17:00+12:00",
    "by 5:00 pm Tuesday 7 April: Friday is Good Friday, Monday is Easter Monday",
  ],
  ["2026-04-05T02:30+13:00", "2026-04-07T17:00+12:00", "by 5:00 pm Tuesday 7 April: Monday is Easter Monday"],
  [
    "2027-03-25T20:00+13:00",
    "2027-03-30T17:00+13:00",
    "by 5:00 pm Tuesday 30 March: Friday is Good Friday, Monday is Easter Monday",
  ],
  // ANZAC Day on a Saturday, and on a Sunday.
  [
    "2026-04-24T17:00+12:00",
    "2026-04-28T17:00+12:00",
    "by 5:00 pm Tuesday 28 April: Monday is ANZAC Day (observed)",
  ],
  [
    "2027-04-24T10:00+12:00",
    "2027-04-27T17:00+12:00",
    "by 5:00 pm Tuesday 27 April: Monday is ANZAC Day (observed)",
  ],
  // King's Birthday, Matariki, Labour Day.
  ["2026-06-01T09:00+12:00", "2026-06-02T17:00+12:00", "by 5:00 pm Tuesday 2 June: today is King's Birthday"],
  ["2026-07-09T17:00+12:00", "2026-07-13T17:00+12:00", "by 5:00 pm Monday 13 July: Friday is Matariki"],
  ["2027-06-25T09:00+12:00", "2027-06-28T17:00+12:00", "by 5:00 pm Monday 28 June: today is Matariki"],
  ["2026-10-23T17:05+13:00", "2026-10-27T17:00+13:00", "by 5:00 pm Tuesday 27 October: Monday is Labour Day"],
  // Christmas on a Friday, and on a Saturday.
  ["2026-12-24T15:00+13:00", "2026-12-24T17:00+13:00", "by 5:00 pm today"],
  [
    "2026-12-24T17:00+13:00",
    "2026-12-29T17:00+13:00",
    "by 5:00 pm Tuesday 29 December: Friday is Christmas Day, Monday is Boxing Day (observed)",
  ],
  [
    "2027-12-24T18:00+13:00",
    "2027-12-29T17:00+13:00",
    "by 5:00 pm Wednesday 29 December: Monday is Christmas Day (observed), Tuesday is Boxing Day (observed)",
  ],
  // New Year on a Friday, a Saturday and a Sunday.
  [
    "2026-12-31T17:00+13:00",
    "2027-01-05T17:00+13:00",
    "by 5:00 pm Tuesday 5 January: Friday is New Year's Day, Monday is the day after New Year's Day (observed)",
  ],
  [
    "2027-12-31T17:00+13:00",
    "2028-01-05T17:00+13:00",
    "by 5:00 pm Wednesday 5 January: Monday is New Year's Day (observed), Tuesday is the day after New Year's Day (observed)",
  ],
  [
    "2033-12-30T18:00+13:00",
    "2034-01-04T17:00+13:00",
    "by 5:00 pm Wednesday 4 January: Monday is the day after New Year's Day, Tuesday is New Year's Day (observed)",
  ],
  // Over both changes of the clocks; 2:30 comes twice on 4 April 2027.
  ["2026-09-25T17:00+12:00", "2026-09-28T17:00+13:00", "by 5:00 pm Monday 28 September"],
  ["2026-09-27T03:00+13:00", "2026-09-28T17:00+13:00", "by 5:00 pm Monday 28 September"],
  ["2027-04-03T12:00+13:00", "2027-04-05T17:00+12:00", "by 5:00 pm Monday 5 April"],
  ["2027-04-04T02:30+13:00", "2027-04-05T17:00+12:00", "by 5:00 pm Monday 5 April"],
  ["2027-04-04T02:30+12:00", "2027-04-05T17:00+12:00", "by 5:00 pm Monday 5 April"],
];

const messages: readonly Case[] = [
  ["2026-11-23T08:59+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm today"],
  ["2026-11-23T09:00+13:00", "2026-11-24T17:00+13:00", "by 5:00 pm Tuesday 24 November"],
  ["2026-11-23T16:59+13:00", "2026-11-24T17:00+13:00", "by 5:00 pm Tuesday 24 November"],
  ["2026-11-23T17:00+13:00", "2026-11-24T17:00+13:00", "by 5:00 pm Tuesday 24 November"],
  ["2026-11-20T10:00+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm Monday 23 November"],
  ["2026-11-21T10:00+13:00", "2026-11-23T17:00+13:00", "by 5:00 pm Monday 23 November"],
  [
    "2027-01-29T10:00+13:00",
    "2027-02-02T17:00+13:00",
    "by 5:00 pm Tuesday 2 February: Monday is Northland Anniversary Day",
  ],
  [
    "2027-02-01T10:00+13:00",
    "2027-02-02T17:00+13:00",
    "by 5:00 pm Tuesday 2 February: today is Northland Anniversary Day",
  ],
  [
    "2026-12-24T10:00+13:00",
    "2026-12-29T17:00+13:00",
    "by 5:00 pm Tuesday 29 December: Friday is Christmas Day, Monday is Boxing Day (observed)",
  ],
  ["2026-04-01T16:00+13:00", "2026-04-02T17:00+13:00", "by 5:00 pm Thursday 2 April"],
];

const closures = [
  { from: "2026-12-24", to: "2027-01-04", words: "Summer break" },
  { from: "2027-03-01", to: "2027-03-01", words: "Stocktake" },
];

const quotesAroundClosures: readonly Case[] = [
  ["2026-12-23T15:59+13:00", "2026-12-23T17:00+13:00", "by 5:00 pm today"],
  [
    "2026-12-23T17:00+13:00",
    "2027-01-05T17:00+13:00",
    "by 5:00 pm Tuesday 5 January: we are closed in between (Summer break)",
  ],
  [
    "2027-01-04T10:00+13:00",
    "2027-01-05T17:00+13:00",
    "by 5:00 pm Tuesday 5 January: we are closed today (Summer break)",
  ],
  [
    "2027-02-26T17:00+13:00",
    "2027-03-02T17:00+13:00",
    "by 5:00 pm Tuesday 2 March: we are closed on Monday (Stocktake)",
  ],
];

test.for([
  ...allOf("same-business-day", quotes),
  ...allOf("one-business-day", messages),
  ...allOf("same-business-day", quotesAroundClosures, new BusinessCalendar(closures)),
])("%s: what comes at %s is due %s, %s", ([rule, arrival, due, words, calendar]) => {
  const received = new Date(arrival);
  const reply = replyDue(rule, received, calendar);
  expect(reply.due).toEqual(new Date(due));
  expect(reply.atWork).toEqual(reply.due);
  expect(dueInWords(reply, received)).toBe(words);
});

function allOf(rule: ReplyRule, cases: readonly Case[], calendar = new BusinessCalendar()) {
  return cases.map(([received, due, words]) => [rule, received, due, words, calendar] as const);
}

/** A cash offer within 24 hours, and when people at work must have made it, or the soonest they can. */
test.for<[received: string, due: string, atWork: string]>([
  ["2026-11-23T10:00+13:00", "2026-11-24T10:00+13:00", "2026-11-24T10:00+13:00"],
  ["2026-11-23T18:00+13:00", "2026-11-24T18:00+13:00", "2026-11-24T17:00+13:00"],
  ["2026-11-24T07:00+13:00", "2026-11-25T07:00+13:00", "2026-11-24T17:00+13:00"],
  ["2026-11-20T10:00+13:00", "2026-11-21T10:00+13:00", "2026-11-20T17:00+13:00"],
  ["2026-11-20T16:59+13:00", "2026-11-21T16:59+13:00", "2026-11-20T17:00+13:00"],
  ["2026-11-20T17:00+13:00", "2026-11-21T17:00+13:00", "2026-11-23T09:00+13:00"],
  ["2026-11-21T12:00+13:00", "2026-11-22T12:00+13:00", "2026-11-23T09:00+13:00"],
  ["2026-11-22T08:00+13:00", "2026-11-23T08:00+13:00", "2026-11-23T09:00+13:00"],
  ["2026-11-22T12:00+13:00", "2026-11-23T12:00+13:00", "2026-11-23T12:00+13:00"],
  ["2026-12-24T18:00+13:00", "2026-12-25T18:00+13:00", "2026-12-29T09:00+13:00"],
  ["2026-04-02T10:00+13:00", "2026-04-03T10:00+13:00", "2026-04-02T17:00+13:00"],
  // The day of 23 hours, and the one of 25.
  ["2026-09-26T12:00+12:00", "2026-09-27T13:00+13:00", "2026-09-28T09:00+13:00"],
  ["2027-04-03T12:00+13:00", "2027-04-04T11:00+12:00", "2027-04-05T09:00+12:00"],
])("24-hours: what comes at %s is due %s, at work by %s", ([arrival, due, atWork]) => {
  expect(replyDue("24-hours", new Date(arrival), new BusinessCalendar())).toEqual({
    due: new Date(due),
    atWork: new Date(atWork),
    closedDays: [],
  });
});
