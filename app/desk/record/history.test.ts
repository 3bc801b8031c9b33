import { expect, test } from "vitest";

import { historyWords } from "#domain/deals/history-words.ts";
import type { RecordEvent } from "#domain/record-event.ts";

import { conversationOf, isShown } from "./conversation.ts";

const nameOf = (id: string) => (id === "u2" ? "kiri@quadkea.example" : "Hēmi Walker");

function eventOf(event: Partial<RecordEvent>): RecordEvent {
  const nothing = {
    id: 1,
    at: "2026-11-20T00:00:00Z",
    user_id: "u1",
    field: null,
    was: null,
    becomes: null,
    note: null,
  };
  return { type: "created", ...nothing, ...event };
}

function textOf(event: Partial<RecordEvent>): string {
  return historyWords(eventOf(event), nameOf);
}

test.for<[Partial<RecordEvent>, string]>([
  [{ type: "status", was: "new", becomes: "in_progress" }, "New → In progress"],
  [{ type: "status", was: "new", becomes: "parked" }, "New → parked"],
  [{ type: "owner", becomes: "u1" }, "Took it"],
  [{ type: "owner", becomes: "u2" }, "Assigned it to kiri@quadkea.example"],
  [{ type: "owner", becomes: null }, "Unassigned it"],
  [{ type: "snooze", becomes: "2026-11-23T20:00:00Z" }, "Snoozed until 24 Nov 2026, 9:00 am"],
  [{ type: "snooze", becomes: null }, "Ended the snooze"],
  [{ type: "order", becomes: "yes" }, "Marked as ordered"],
  [{ type: "adopted" }, "Saved by the server after the visitor lost connection"],
  [{ type: "teleported" }, "teleported"],
])("%j reads %s", ([event, expected]) => {
  expect(textOf(event).replaceAll(" ", " ")).toBe(expected);
});

test.for<[Partial<RecordEvent>, boolean]>([
  [{ type: "mail", was: "quote/QK-1/1", becomes: "queued" }, true],
  [{ type: "mail", was: "quote/QK-1/1", becomes: "failed" }, false],
  [{ type: "mail", was: "quote/QK-1/1", becomes: "sent", user_id: null }, false],
  [{ type: "link_renewed", becomes: "2" }, true],
])("%j is shown: %s", ([event, expected]) => {
  expect(isShown(eventOf(event))).toBe(expected);
});

function keysIn(opened: object): string[] {
  const record = { events: [], messages: [], deal: null, mails: [], ...opened };
  return conversationOf(record as unknown as Parameters<typeof conversationOf>[0]).map(({ key }) => key);
}

test("a mail to the customer is in the conversation, one to ourselves is not", () => {
  const sent = {
    state: "sent",
    at: "2026-11-20T00:00:00Z",
    due_at: "",
    error: null,
    code: null,
    words: null,
  };
  const mail = (kind: string) => ({
    ...sent,
    kind,
    key: `${kind}/1`,
    user_id: null,
    to: null,
    is_readdressed: false,
  });
  expect(keysIn({ mails: [mail("order"), mail("staff")] })).toEqual(["order/1"]);
});

test("that a mail came is shown once, by the mail itself or, if that is erased, by its event", () => {
  const events = ["there", "erased"].map((becomes) => ({
    ...eventOf({ type: "mail_in", becomes }),
    id: becomes,
  }));
  const messages = [{ id: "there", at: events[0]?.at }];
  expect(keysIn({ events, messages })).toEqual(["event erased", "there"]);
});
