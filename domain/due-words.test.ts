import { expect, test } from "vitest";

import { BusinessCalendar } from "./business-calendar.ts";
import { atWorkInWords, dueInWords, dueNoteInWords, dueSentence, dueShort } from "./due-words.ts";
import { replyDue, type ReplyRule, type Urgency, urgencyOf } from "./reply-due.ts";

const calendar = new BusinessCalendar();
const reply = (rule: ReplyRule, received: string) => replyDue(rule, new Date(received), calendar);

test("words that are read at some other time name the day", () => {
  const quote = reply("same-business-day", "2026-11-23T10:00+13:00");
  expect(dueInWords(quote)).toBe("by 5:00 pm Monday 23 November");
  expect(dueSentence(quote)).toBe("That is by 5:00 pm Monday 23 November.");
  expect(dueInWords(quote, new Date("2026-11-24T10:00+13:00"))).toBe("by 5:00 pm Monday 23 November");
});

interface Read {
  readonly at: string;
  readonly note: string;
  readonly short: string;
  readonly urgency: Urgency;
}

/** One line says when it is due: while we are open if that can still be, and never that no time is left of what is not overdue. */
test.for<[rule: ReplyRule, received: string, read: readonly Read[]]>([
  [
    "same-business-day",
    "2026-11-20T10:00+13:00",
    [
      {
        at: "2026-11-20T10:01+13:00",
        note: "Due by 5:00 pm today (6 h 59 min left)",
        short: "Today 5 pm, 6 h",
        urgency: "later",
      },
      {
        at: "2026-11-20T15:00+13:00",
        note: "Due by 5:00 pm today (2 h left)",
        short: "Today 5 pm, 2 h",
        urgency: "soon",
      },
      {
        at: "2026-11-20T16:15+13:00",
        note: "Due by 5:00 pm today (45 min left)",
        short: "Today 5 pm, 45 min",
        urgency: "soon",
      },
      {
        at: "2026-11-20T16:59:30+13:00",
        note: "Due by 5:00 pm today (1 min left)",
        short: "Today 5 pm, 1 min",
        urgency: "soon",
      },
      {
        at: "2026-11-20T17:00:00.001+13:00",
        note: "Overdue since 5:00 pm today",
        short: "Overdue 5 pm",
        urgency: "overdue",
      },
      {
        at: "2026-11-23T09:00+13:00",
        note: "Overdue since 5:00 pm Friday 20 November",
        short: "Overdue Fri 5 pm",
        urgency: "overdue",
      },
      {
        at: "2026-12-31T23:59+13:00",
        note: "Overdue since 5:00 pm Friday 20 November",
        short: "Overdue 20 Nov",
        urgency: "overdue",
      },
      {
        at: "2027-01-01T00:00+13:00",
        note: "Overdue since 5:00 pm Friday 20 November 2026",
        short: "Overdue 20 Nov",
        urgency: "overdue",
      },
    ],
  ],
  [
    "one-business-day",
    "2026-11-20T10:00+13:00",
    [
      {
        at: "2026-11-20T16:00+13:00",
        note: "Due by 5:00 pm Monday 23 November (9 open hours left)",
        short: "Mon 5 pm, 9 h",
        urgency: "later",
      },
      {
        at: "2026-11-22T12:00+13:00",
        note: "Due by 5:00 pm Monday 23 November (8 open hours left)",
        short: "Mon 5 pm, 8 h",
        urgency: "later",
      },
    ],
  ],
  [
    "24-hours",
    "2026-11-18T10:12+13:00",
    [
      {
        at: "2026-11-18T11:12+13:00",
        note: "Due by 10:12 am Thursday 19 November (7 h left)",
        short: "Thu 10:12 am, 7 h",
        urgency: "later",
      },
    ],
  ],
  [
    "24-hours",
    "2026-11-20T10:12+13:00",
    [
      {
        at: "2026-11-20T12:00+13:00",
        note: "Due by 5:00 pm today (5 h left), promised by 10:12 am Saturday 21 November",
        short: "Today 5 pm, 5 h",
        urgency: "later",
      },
    ],
  ],
  [
    "24-hours",
    "2026-11-27T16:59+13:00",
    [
      {
        at: "2026-11-27T16:59:30+13:00",
        note: "Due by 5:00 pm today (1 min left), promised by 4:59 pm Saturday 28 November",
        short: "Today 5 pm, 1 min",
        urgency: "soon",
      },
      {
        at: "2026-11-27T17:15+13:00",
        note: "Due by 4:59 pm Saturday 28 November; we open at 9:00 am Monday 30 November",
        short: "Sat 4:59 pm",
        urgency: "soon",
      },
      {
        at: "2026-11-28T16:59:01+13:00",
        note: "Overdue since 4:59 pm today",
        short: "Overdue 4:59 pm",
        urgency: "overdue",
      },
    ],
  ],
  [
    "24-hours",
    "2026-12-31T17:30+13:00",
    [
      {
        at: "2026-12-31T18:00+13:00",
        note: "Due by 5:30 pm Friday 1 January 2027; we open at 9:00 am Tuesday 5 January 2027",
        short: "Fri 5:30 pm",
        urgency: "soon",
      },
    ],
  ],
])("what was promised by the rule %s and came at %s reads well at any time", ([rule, received, read]) => {
  const due = reply(rule, received);
  const words = read.map(({ at }) => {
    const now = new Date(at);
    const [note, short] = [dueNoteInWords(due, now, calendar), dueShort(due, now, calendar)];
    return { at, note, short, urgency: urgencyOf(due, now, calendar) };
  });
  expect(words).toEqual(read);
});

test("visitors, whose promise is days away, read no year", () => {
  const vehicle = reply("24-hours", "2026-12-31T17:30+13:00");
  expect(dueInWords(vehicle, new Date("2026-12-31T18:00+13:00"))).toMatch(
    /^by 5:30 pm Friday 1 January\b(?! 2027)/,
  );
});

test("what came at night does not press before there are two open hours left", () => {
  const quote = reply("same-business-day", "2026-11-20T20:00+13:00");
  expect(urgencyOf(quote, new Date("2026-11-22T23:00+13:00"), calendar)).toBe("later");
  expect(urgencyOf(quote, new Date("2026-11-23T15:30+13:00"), calendar)).toBe("soon");
});

test.for<[received: string, words: string | null]>([
  ["2026-11-21T10:12+13:00", "In opening hours: from 9:00 am Monday 23 November"],
  ["2026-11-20T10:12+13:00", "In opening hours: by 5:00 pm Friday 20 November"],
  ["2026-11-18T10:12+13:00", null],
])("of a vehicle offered at %s the mail to staff says %j too", ([received, words]) => {
  expect(atWorkInWords(reply("24-hours", received))).toBe(words);
});

test("closures of more than one reason are named once each", () => {
  const closures = [
    { from: "2026-11-23", to: "2026-11-24", words: "Stocktake" },
    { from: "2026-11-25", to: "2026-11-25", words: "Staff day" },
  ];
  const quote = replyDue(
    "same-business-day",
    new Date("2026-11-21T10:00+13:00"),
    new BusinessCalendar(closures),
  );
  expect(dueInWords(quote)).toBe(
    "by 5:00 pm Thursday 26 November: we are closed in between (Stocktake, Staff day)",
  );
});
