import { expect, test, vi } from "vitest";

import { contactMessage } from "#domain/forms/contact-message.ts";

import { outboxKeyStart } from "./outbox-key.ts";
import { putEntry, removeExpired, type WaitingEntry, waitingEntries } from "./outbox.ts";
import { sendOne } from "./send-waiting.ts";

const at = "2026-11-20T03:59:59.123Z";
const waiting: WaitingEntry = {
  key: "the-key",
  form: contactMessage.name,
  state: "waiting",
  at,
  typed: {},
  payload: {},
  mayHaveArrived: false,
  lastTry: { at, failure: "offline" },
};

/** What the outbox uses of it. */
function emptyStorage(): Record<string, string> {
  const items: Record<string, string> = {};
  return Object.defineProperties(items, {
    setItem: { value: (name: string, text: string) => (items[name] = text) },
    removeItem: { value: (name: string) => delete items[name] },
  });
}

test("closed during another try, a submission may have arrived; if the phone is offline, it has not", async () => {
  vi.stubGlobal("localStorage", emptyStorage());
  vi.stubGlobal("navigator", { onLine: false });
  vi.spyOn(console, "error").mockReturnValue();
  const keptDuringCall: (boolean | undefined)[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === "/config.json") return Response.json({ anonKey: "key" });
    keptDuringCall.push(waitingEntries()[0]?.mayHaveArrived);
    throw new TypeError("Failed to fetch");
  });
  putEntry(waiting);
  await sendOne("the-key");
  expect(keptDuringCall).toEqual([true]);
  expect(waitingEntries()).toMatchObject([{ mayHaveArrived: false, lastTry: { failure: "offline" } }]);
});

test.for<[string, string]>([
  ["ahead", "2026-12-20T03:59:59.123Z"],
  ["years behind, as in a phone that was empty", "2024-01-01T00:00:12.000Z"],
])("what was saved while the phone's clock was %s is kept and counts from now on", ([, saved]) => {
  vi.stubGlobal("localStorage", emptyStorage());
  putEntry({ ...waiting, at: saved });
  removeExpired(new Date(at));
  expect(waitingEntries()).toEqual([waiting]);
});

test("what a newer version of the page saved is left to it for seven days; what cannot be read at all goes", () => {
  const storage = emptyStorage();
  vi.stubGlobal("localStorage", storage);
  storage[`${outboxKeyStart}newer`] = JSON.stringify({ at, state: "of a later version" });
  storage[`${outboxKeyStart}broken`] = "{";
  removeExpired(new Date(at));
  expect(Object.keys(storage)).toEqual([`${outboxKeyStart}newer`]);
  removeExpired(new Date(Date.parse(at) + 8 * 24 * 60 * 60_000));
  expect(Object.keys(storage)).toEqual([]);
});
