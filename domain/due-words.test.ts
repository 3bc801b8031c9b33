import { expect, test } from "vitest";

import { BusinessCalendar } from "./business-calendar.ts";
import { atWorkInWords, dueInWords, dueNoteInWords, dueSentence, openTimeLeftInWords } from "./due-words.ts";
import { replyDue, type Urgency, urgencyOf } from "./reply-due.ts";
import type { ReplyRule } from "./reply-rule.ts";

const calendar = new BusinessCalendar();
const reply = (rule: ReplyRule, received: string) => replyDue(rule, new Date(received), calendar);

test("words that are read at some other time name the day", () => {
  const quote = reply("same-business-day", "2026-11-23T10:00+13:00");
  expect(dueInWords(quote)).toBe("by 5:00 pm Monday 23 November");
  expect(dueSentence(quote)).toBe("That is by 5:00 pm Monday 23 November.");
  expect(dueInWords(quote, new Date("2026-11-24T10:00+13:00"))).toBe("by 5:00 pm Monday 23 November");
});

/** A quote request of Friday 20 November 2026, 10:00. */
test.for<[now: string, words: string, urgency: Urgency]>([
  ["2026-11-20T10:01+13:00", "Due by 5:00 pm today", "later"],
  ["2026-11-20T14:59+13:00", "Due by 5:00 pm today", "later"],
  ["2026-11-20T15:00+13:00", "Due by 5:00 pm today", "soon"],
  ["2026-11-20T17:00+13:00", "Due by 5:00 pm today", "soon"],
  ["2026-11-20T17:00:00.001+13:00", "Overdue since 5:00 pm today", "overdue"],
  ["2026-11-23T09:00+13:00", "Overdue since 5:00 pm Friday 20 November", "overdue"],
])("at %s staff read %j, which is %s", ([at, words, urgency]) => {
  const quote = reply("same-business-day", "2026-11-20T10:00+13:00");
  expect(dueNoteInWords(quote, new Date(at))).toBe(words);
  expect(urgencyOf(quote, new Date(at), calendar)).toBe(urgency);
});

test.for<[now: string, words: string]>([
  ["2026-12-31T23:59+13:00", "Overdue since 5:00 pm Friday 20 November"],
  ["2027-01-01T00:00+13:00", "Overdue since 5:00 pm Friday 20 November 2026"],
  ["2028-03-03T09:00+13:00", "Overdue since 5:00 pm Friday 20 November 2026"],
])("at %s staff read %j: the year where it is not this one in New Zealand", ([at, words]) => {
  const quote = reply("same-business-day", "2026-11-20T10:00+13:00");
  expect(dueNoteInWords(quote, new Date(at))).toBe(words);
});

test("over New Year, staff read the year of the moment that is in the other one; visitors, whose promise is days away, do not", () => {
  const vehicle = reply("24-hours", "2026-12-31T17:30+13:00");
  const now = new Date("2026-12-31T18:00+13:00");
  expect(dueNoteInWords(vehicle, now)).toBe("Due by 5:30 pm Friday 1 January 2027");
  expect(atWorkInWords(vehicle, now)).toBe("In opening hours: from 9:00 am Tuesday 5 January 2027");
  expect(dueInWords(vehicle, now)).toMatch(/^by 5:30 pm Friday 1 January\b(?! 2027)/);
});

test("what came at night does not press before there are two open hours left", () => {
  const quote = reply("same-business-day", "2026-11-20T20:00+13:00");
  expect(urgencyOf(quote, new Date("2026-11-22T23:00+13:00"), calendar)).toBe("later");
  expect(urgencyOf(quote, new Date("2026-11-23T15:30+13:00"), calendar)).toBe("soon");
});

test.for<[received: string, words: string | null]>([
  ["2026-11-21T10:12+13:00", "In opening hours: from 9:00 am Monday 23 November"],
  ["2026-11-20T10:12+13:00", "In opening hours: by 5:00 pm today"],
  ["2026-11-18T10:12+13:00", null],
])("of a vehicle offered at %s staff read %j too", ([received, words]) => {
  expect(atWorkInWords(reply("24-hours", received), new Date("2026-11-20T12:00+13:00"))).toBe(words);
});

test("closures of more than one reason are named once each", () => {
  const closures = [
    { from: "2026-11-23", to: "2026-11-24", reason: "Stocktake" },
    { from: "2026-11-25", to: "2026-11-25", reason: "Staff day" },
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

test.for<[now: string, words: string]>([
  ["2026-11-20T10:01+13:00", "6 h 59 min left"],
  ["2026-11-20T15:00+13:00", "2 h left"],
  ["2026-11-20T16:15+13:00", "45 min left"],
  ["2026-11-20T16:59:30+13:00", "0 min left"],
])("at %s there are %s to answer the morning's quote request", ([at, words]) => {
  const quote = reply("same-business-day", "2026-11-20T10:00+13:00");
  expect(openTimeLeftInWords(quote, new Date(at), calendar)).toBe(words);
});

test("only time at work is left: not the night, nor the weekend", () => {
  const message = reply("one-business-day", "2026-11-20T10:00+13:00");
  expect(openTimeLeftInWords(message, new Date("2026-11-20T16:00+13:00"), calendar)).toBe(
    "9 open hours left",
  );
  expect(openTimeLeftInWords(message, new Date("2026-11-22T12:00+13:00"), calendar)).toBe(
    "8 open hours left",
  );
});
