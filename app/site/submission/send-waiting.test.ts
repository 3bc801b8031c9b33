import { expect, test, vi } from "vitest";

import { contactMessage } from "#domain/forms/contact-message.ts";

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
  return Object.defineProperty(items, "setItem", {
    value: (name: string, text: string) => (items[name] = text),
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

test("what was saved while the phone's clock was ahead is kept and counts from now on", () => {
  vi.stubGlobal("localStorage", emptyStorage());
  putEntry({ ...waiting, at: "2026-12-20T03:59:59.123Z" });
  removeExpired(new Date(at));
  expect(waitingEntries()).toEqual([waiting]);
});
