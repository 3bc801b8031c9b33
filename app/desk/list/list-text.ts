import { isStatusFilter, isStepFilter, type ListFilter, type ListView } from "#app/desk/api/list-view.ts";
import type { RecordPage } from "#app/desk/api/records.ts";
import { filterLabels } from "#app/desk/state/desk-view.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays } from "#domain/calendar-date.ts";
import type { DeskCounts } from "#domain/desk.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { answerDue } from "#domain/reply-due.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

/** "Showing 50 of 60, newest first" */
export function listStatus(view: ListView, list: RecordPage, counts: DeskCounts | null): string {
  const shown = list.records.length;
  if (shown === 0) return "";
  const order = view.order === "due" ? "due first" : "newest first";
  if (view.query.trim() !== "") {
    if (!list.hasMore) return shown === 1 ? "1 match" : `${shown} matches, ${order}`;
    return `More than ${shown} matches: showing ${shown}, ${order}`;
  }
  const total = totalOf(view, list, counts);
  const of = ` of ${total ?? `${shown}+`}`;
  return `Showing ${shown}${of}, ${order}`;
}

function totalOf({ filter, order }: ListView, list: RecordPage, counts: DeskCounts | null): number | null {
  if (!list.hasMore) return list.records.length;
  const isDue = order === "due" && filter === "all";
  if (counts === null || (order === "due" && !isDue && filter !== "to-answer")) return null;
  return isDue ? counts.due : countOf(filter, counts);
}

export function emptyText({ tab }: Submission, { filter, order, query }: ListView): string {
  if (query.trim() !== "") return `No match for “${query.trim()}”`;
  if (order === "due") return "Nothing is due";
  if (filter === "mine") return "Nothing is waiting for you";
  if (filter === "to-answer") return "Nobody is waiting for an answer";
  if (filter === "waiting") return "We’re not waiting on any customers";
  if (isStepFilter(filter)) return `Nothing under “${filterLabels[filter]}”`;
  return filter === "all" ? tab.empty : `No ${filterLabels[filter].toLowerCase()} ${tab.title.toLowerCase()}`;
}

/** Says what to do about an empty list. */
export function emptyHint({ page }: Submission, { filter, order, query }: ListView): string {
  if (query.trim() !== "") return "Try fewer words, or the beginning of one. Other tabs are searched too.";
  if (order === "due") return "Everything is answered. New ones appear here by themselves.";
  return filter === "all" ? `What visitors send from ${page} appears here by itself.` : emptyHints[filter];
}

const emptyHints: Readonly<Record<Exclude<ListFilter, "all">, string>> = {
  "to-answer": "Everything is answered. New ones appear here by themselves.",
  waiting: "Open a record and reply to it (key r): it waits here for the customer.",
  new: "Everything is answered. New ones appear here by themselves.",
  in_progress: "Open a record and set it to In progress (key 2) when you start on it.",
  completed: "Open a record and set it to Completed (key 3) when it is done.",
  cancelled: "Open a record and set it to Cancelled (key 4) if nothing comes of it.",
  mine: "Open a record and take it (key a).",
  snoozed: "Open a record and snooze it (key s) until a date.",
  "to-quote": "Every request has its quote. New requests appear here by themselves.",
  stock: "No request waits for a part that we have. Parts that are written down make them appear here.",
  "quoted-held":
    "No open quote names a part that is gone. One with a part that another order holds appears here.",
  "to-tell": "Nobody waits for a call. What no mail could tell a customer without an address appears here.",
  "mail-failed": "Every mail to a customer was accepted. One that is not appears here by itself.",
  quoted: "Open a record that waits for its price and send that (key q): it appears here.",
  expiring: "Nothing ends in the next two days. What does appears here: extend it (key v).",
  "to-offer": "Every machine has its offer. New ones appear here by themselves.",
  "photos-wanted": "We wait for no photos. Ask for some (key f): the machine waits here for them.",
  answers: "No seller waits for an answer. What they ask or say appears here by itself.",
  "to-pick-up": "No machine waits to be picked up. Offers that are accepted appear here by themselves.",
  "to-record":
    "Every purchase is recorded. Machines that are picked up appear here: record the purchase (key p).",
  questions: "Every question is answered. New ones appear here by themselves.",
  "to-be-paid": "Nobody owes us anything. What customers approve appears here: enter their payments (key p).",
  "taken-back":
    "No money was taken back. What a bank or card company takes back appears here and under Money.",
  "to-collect": "Nothing waits to be collected. What a customer picks up appears here once it is packed.",
  "to-pack": "Everything is packed. What is paid appears here: enter its parcel (key t).",
  "on-its-way": "No parcel is on its way. Open an order under “To pack” and enter a parcel (key t).",
  returns: "No return waits for us. One that a customer asks for appears here by itself.",
  "to-refund": "Nothing that came back is still to be paid back. What comes back appears here.",
};

/** Returns null for a filter that is not counted. */
export function countOf(
  filter: ListFilter,
  { statuses, mine, snoozed, due, mail_problems: failed }: DeskCounts,
): number | null {
  if (filter === "mail-failed") return failed;
  if (filter === "to-answer") return due;
  if (filter === "waiting" || isStepFilter(filter)) return null;
  if (filter === "mine") return mine;
  if (filter === "snoozed") return snoozed;
  if (isStatusFilter(filter)) return statuses[filter] ?? 0;
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}

interface DueGroup {
  readonly label: string;
  readonly records: readonly SubmissionRecord[];
}

/** Groups records by when they have to be answered: overdue, today, the next open day, later. In each, the order stays. */
export function dueGroups(
  submission: Submission,
  records: readonly SubmissionRecord[],
  now: Date,
  calendar: BusinessCalendar | null,
): readonly DueGroup[] {
  if (calendar === null) return [{ label: "Waiting for an answer", records }];
  const today = nzDate(now);
  const next = nzDate(calendar.firstOpenFrom(addDays(today, 1)).opens);
  const labels = ["Overdue", "Today", `Next day, ${formatDay(next)}`, "Later"] as const;
  const labelOf = (record: SubmissionRecord) => {
    const { due, atWork } = answerDue(submission, record, calendar);
    if (now > due) return labels[0];
    const day = nzDate(atWork);
    // The opening hours before the promise may be over already.
    if (day <= today) return labels[1];
    return day === next ? labels[2] : labels[3];
  };
  const groups = Map.groupBy(records, labelOf);
  return labels.flatMap((label) => {
    const grouped = groups.get(label);
    return grouped === undefined ? [] : [{ label, records: grouped }];
  });
}
