import { expect, test } from "vitest";

import type { TakenItem } from "#app/desk/api/send-taken.ts";

import { nextToSend } from "./next-to-send.ts";

const shared = { reference: "yard", machine: 1, name: "Seat", number: 1, wasTried: false, problem: null };

const change = (id: string, at: number, more: Partial<TakenItem & { kind: "change" }> = {}): TakenItem => ({
  ...shared,
  id,
  at,
  kind: "change",
  part: "seat",
  fields: { grade: "A" },
  was: {},
  ...more,
});

const photo = (id: string, at: number, part = "seat"): TakenItem => ({
  ...shared,
  id,
  at,
  part,
  kind: "photo",
  bytes: new ArrayBuffer(0),
});

test("a change that was put off goes before a later one of the same part; other parts go first", () => {
  const [first, later] = [change("first", 1, { putOff: 9 }), change("later", 2)];
  const other = change("other", 3, { part: "winch" });
  expect(nextToSend([first, later, other])?.id).toBe("other");
  expect(nextToSend([first, later, photo("photo", 4)])?.id, "a photo waits for no change").toBe("photo");
  expect(nextToSend([first, later])?.id).toBe("first");
  expect(nextToSend([later])?.id).toBe("later");
  expect(nextToSend([later], [first, later]), "the first is not stored yet").toBeUndefined();
});

test("what builds upon a refused change waits for a person; another field doesn't", () => {
  const refused = change("refused", 1, { problem: "Somebody else has changed P1 meanwhile" });
  const [same, other] = [change("same", 2), change("other", 3, { fields: { shelf: "D-17" } })];
  expect(nextToSend([refused, same])).toBeUndefined();
  expect(nextToSend([refused, other])?.id).toBe("other");
});

test("everything waits for its part, also if that was refused", () => {
  const part: TakenItem = { ...shared, id: "seat", at: 1, kind: "part", part: "seat", fields: {} };
  const waiting = [part, change("change", 2), photo("photo", 3)];
  expect(nextToSend(waiting)?.id).toBe("seat");
  expect(nextToSend([{ ...part, problem: "No" }, ...waiting.slice(1), photo("winch", 4, "winch")])?.id).toBe(
    "winch",
  );
});
