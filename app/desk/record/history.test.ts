import { expect, test } from "vitest";

import type { RecordEvent } from "#domain/record-event.ts";

import { eventWords } from "./history.tsx";

const people = [
  { id: "u1", full_name: "Hēmi Walker", email: "hemi@quadkea.example", is_active: true },
  { id: "u2", full_name: "", email: "kiri@quadkea.example", is_active: false },
];

function words(event: Partial<RecordEvent>): string {
  const nothing = {
    id: 1,
    at: "2026-11-20T00:00:00Z",
    user_id: "u1",
    field: null,
    was: null,
    becomes: null,
    note: null,
  };
  return eventWords({ type: "created", ...nothing, ...event }, people);
}

test.for<[Partial<RecordEvent>, string]>([
  [{ type: "status", was: "new", becomes: "in_progress" }, "New → In progress"],
  [{ type: "status", was: "new", becomes: "parked" }, "New → parked"],
  [{ type: "owner", becomes: "u1" }, "Took it"],
  [{ type: "owner", becomes: "u2" }, "Gave it to kiri@quadkea.example"],
  [{ type: "owner", becomes: null }, "Nobody looks after it now"],
  [{ type: "snooze", becomes: "2026-11-23T20:00:00Z" }, "Snoozed until 24 Nov 2026, 9:00 am"],
  [{ type: "snooze", becomes: null }, "Woke it up"],
  [{ type: "order", becomes: "yes" }, "An order was placed"],
  [{ type: "adopted" }, "Stored by the server: the visitor's page never came back"],
  [{ type: "teleported" }, "teleported"],
])("%j reads %s", ([event, expected]) => {
  expect(words(event).replaceAll(" ", " ")).toBe(expected);
});
