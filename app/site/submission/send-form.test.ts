import { beforeEach, expect, onTestFinished, test, vi } from "vitest";

import type { Draft } from "#app/shared/forms/draft.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";

import { sendForm, sendWaiting, takeBack } from "./send-form.ts";
import { keepWaiting, readWaiting } from "./waiting-store.ts";

const { name } = contactMessage;
const typed = { full_name: "Aroha Ngata", subject: "Hello" };
const received = "2026-11-20T03:59:59.123Z";

type Mail = { status: number; body: object } | "no answer";
let mail: Mail;
let onMailCall: () => void;
let keys: (string | null)[];
let draft: Draft;

const draftStore = {
  read: () => draft,
  update: (change: object) => (draft = { ...draft, ...change }),
  clear: () => (draft = { values: {} }),
};
const send = (texts = typed) => sendForm(contactMessage, texts, draftStore, () => {});

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("isSecureContext", true);
  vi.spyOn(console, "error").mockReturnValue();
  vi.useFakeTimers({ now: new Date(received) });
  onTestFinished(() => void vi.useRealTimers());
  keys = [];
  onMailCall = () => {};
  draft = { values: typed };
  mail = { status: 200, body: { success: true, ref_number: "QK-ABCDEF-2345", received_at: received } };
  vi.stubGlobal("fetch", async (url: string, init: { headers?: HeadersInit } = {}) => {
    if (url === "/config.json") return Response.json({ anonKey: "key" });
    if (url !== "/send-mail.php") return new Response(null, { status: 201 });
    onMailCall();
    keys.push(new Headers(init.headers).get("idempotency-key"));
    if (mail === "no answer") throw new TypeError("Failed to fetch");
    return Response.json(mail.body, { status: mail.status });
  });
});

const accept = { status: 200, body: { success: true, ref_number: "QK-ABCDEF-2345", received_at: received } };
const refuse = (status: number, error: string) => ({ status, body: { success: false, error } });

test("it waits on the device from before its first call on, and goes when it has arrived", async () => {
  let during: unknown;
  onMailCall = () => (during = [readWaiting(name), draft.values]);
  expect(await send()).toMatchObject({ ok: true, isWaiting: false });
  expect(during).toMatchObject([{ state: "waiting", typed }, {}]);
  expect(readWaiting(name)).toBeNull();
});

test("without a response it waits, is sent again with the same key, and leaves only its reference", async () => {
  mail = "no answer";
  expect(await send()).toMatchObject({ ok: false, isWaiting: true });
  expect(readWaiting(name)).toMatchObject({ state: "waiting", typed });
  mail = accept;
  await sendWaiting([contactMessage]);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(readWaiting(name)).toEqual({ state: "sent", reference: "QK-ABCDEF-2345", receivedAt: received });
});

test.for([
  ["a refused field", refuse(400, "Year is wrong")],
  ["a failed mail", refuse(502, "Failed to send email")],
] as const)(
  "after %s everything is in the form again, and the same text keeps its key",
  async ([, refusal]) => {
    mail = refusal;
    expect(await send()).toMatchObject({ ok: false, isWaiting: false });
    expect([readWaiting(name), draft.values]).toEqual([null, typed]);
    vi.advanceTimersByTime(60 * 60_000);
    await send();
    expect(keys[1]).toBe(keys[0]);
  },
);

test("the same text from two tabs has one key; another text has another", async () => {
  await send();
  draft = { values: {} };
  await send();
  await send({ ...typed, subject: "Something else" });
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("another submission is not put in the place of one that waits: it stays in the form", async () => {
  mail = "no answer";
  await send();
  const other = { ...typed, subject: "Something else" };
  expect(await send(other)).toMatchObject({ ok: false, isWaiting: false });
  expect(draft.values).toEqual(other);
  expect(readWaiting(name)).toMatchObject({ typed });
});

test("brought back and changed it keeps its key; if the first text had arrived, it asks before it is a second one", async () => {
  mail = "no answer";
  await send();
  expect(takeBack(name, draftStore)).toMatchObject({ typed });
  await sendWaiting([contactMessage]);
  expect(keys).toHaveLength(1);
  const changed = { ...typed, subject: "Something else" };
  mail = refuse(409, "This Idempotency-Key was used for a different submission");
  expect(await send(changed)).toMatchObject({ problem: { isQuestion: true }, isWaiting: false });
  expect(draft.values).toEqual(changed);
  mail = accept;
  expect(await send(changed)).toMatchObject({ ok: true });
  expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(keys[0] ?? "")]);
});

test.for([
  ["the server refuses it", refuse(400, "Year is wrong"), { message: "Year is wrong", failure: "refused" }],
  [
    "its mail fails",
    refuse(502, "Failed to send email"),
    { message: "Failed to send email", failure: "mail" },
  ],
] as const)("if %s, it is not sent again by itself", async ([, refusal, problem]) => {
  keepWaiting(name, "the-key", typed);
  mail = refusal;
  await sendWaiting([contactMessage]);
  await sendWaiting([contactMessage]);
  expect(keys).toEqual(["the-key"]);
  expect(readWaiting(name)).toMatchObject({ state: "waiting", typed, problem });
});

test("after a limit it waits on; after a week it is not sent any more, and nothing of it is lost", async () => {
  keepWaiting(name, "the-key", typed);
  mail = refuse(429, "Too many");
  await sendWaiting([contactMessage]);
  expect(readWaiting(name)).not.toHaveProperty("problem");
  mail = accept;
  vi.setSystemTime(Date.parse(received) + 8 * 24 * 60 * 60_000);
  await sendWaiting([contactMessage]);
  expect(keys).toHaveLength(1);
  expect(readWaiting(name)).toMatchObject({ typed, problem: { failure: "refused" } });
});

test("each form has its own place, and only those asked for are sent", async () => {
  keepWaiting(name, "one", typed);
  keepWaiting(vehicleSubmission.name, "two", { make: "Honda" });
  await sendWaiting([vehicleSubmission]);
  expect(keys).toEqual(["two"]);
  expect(readWaiting(name)).toMatchObject({ key: "one" });
});
