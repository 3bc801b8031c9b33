import { expect, test } from "vitest";

import type { RecordMail } from "#domain/desk.ts";

import { deliveryText } from "./sent-reply.tsx";

const lastWeek = "2026-11-15T20:00:00.000Z";
const mail: RecordMail = {
  key: "reply/1",
  kind: "reply",
  state: "sent",
  to: null,
  is_readdressed: false,
  words: null,
  at: lastWeek,
  due_at: lastWeek,
  error: null,
};

test.for<[Partial<RecordMail>, string]>([
  [{}, "Accepted by the mail server Monday 16 November, 9:00 am"],
  [{ at: "2026-11-22T20:00:00.000Z" }, "Accepted by the mail server 9:00 am"],
  [{ state: "retrying" }, "Put off by the mail server. Next try: Monday 16 November, 9:00 am"],
])("a mail with %j reads %s", ([changes, expected]) => {
  const text = deliveryText({ ...mail, ...changes }, new Date("2026-11-23T02:00:00.000Z"));
  expect(text.replaceAll(/\s/g, " ")).toBe(expected);
});
