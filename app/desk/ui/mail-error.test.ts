import { expect, test } from "vitest";

import type { RecordMail } from "#domain/desk.ts";

import { deliveryText } from "./mail-error.ts";

const lastWeek = "2026-11-15T20:00:00.000Z";
const mail: RecordMail = {
  key: "reply/1",
  kind: "reply",
  state: "sent",
  to: null,
  is_readdressed: false,
  words: null,
  user_id: null,
  at: lastWeek,
  due_at: lastWeek,
  error: null,
  code: null,
};

test.for<[Partial<RecordMail>, string]>([
  [{}, "Accepted by our mail server Monday 16 November, 9:00 am"],
  [{ at: "2026-11-22T20:00:00.000Z" }, "Accepted by our mail server 9:00 am"],
  [{ state: "retrying" }, "Put off by the mail server. We’ll try again"],
  [
    { state: "retrying", due_at: "2026-11-23T02:05:00.000Z", error: "smtp 451" },
    "Put off by the mail server: the mail server answered 451. Next try: 3:05 pm",
  ],
  [{ state: "queued", due_at: "2026-11-23T02:00:10.000Z" }, "Waiting to leave at 3:00 pm"],
  [{ state: "failed", error: "smtp 550" }, "Not delivered: the mail server answered 550"],
  [{ state: "failed", error: "stopped" }, "Not sent: it was no longer needed"],
  [
    { error: "delayed" },
    "Accepted by our mail server Monday 16 November, 9:00 am. Their mail server has not taken it yet",
  ],
  [
    { state: "bounced", error: "Their mailbox is full", code: "5.2.2" },
    "Came back Monday 16 November, 9:00 am: Their mailbox is full (5.2.2)",
  ],
  [{ state: "unknown" }, "May have arrived. Check before you send it again"],
])("a mail with %j reads %s", ([changes, expected]) => {
  const text = deliveryText({ ...mail, ...changes }, new Date("2026-11-23T02:00:00.000Z"));
  expect(text.replaceAll(/\s/g, " ")).toBe(expected);
});
