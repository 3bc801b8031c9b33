import { beforeEach, expect, test, vi, onTestFinished } from "vitest";

import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import type { Submission } from "#domain/submission.ts";

import { submit } from "./submit.ts";

type Answer = { status: number; body?: unknown } | "no answer";

const fields = { full_name: "Aroha Ngata", make: "Honda", year: 2015 };
const receivedAt = "2026-11-20T03:59:59.123Z";
const accepted: Answer = {
  status: 200,
  body: { success: true, ref_number: "QK-ABCDEF-2345", received_at: receivedAt },
};
let calls: { url: string; headers: Headers; body: unknown }[] = [];

/** The last answer of a list stays. */
function serve(mail: Answer, stores: Answer[] = []): void {
  calls = [];
  vi.stubGlobal("fetch", async (url: string, init: { headers?: HeadersInit; body?: string } = {}) => {
    if (url === "/config.json") return Response.json({ anonKey: "key" });
    calls.push({ url, headers: new Headers(init.headers), body: JSON.parse(init.body ?? "null") });
    const answer =
      url === "/send-mail.php" ? mail : ((stores.length > 1 ? stores.shift() : stores[0]) ?? mail);
    if (answer === "no answer") throw new TypeError("Failed to fetch");
    const { status, body } = answer;
    return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
  });
}

/** Submits, letting the waits between tries pass at once. */
async function outcome(submission: Submission = quoteRequest) {
  const submitted = submit(submission, fields, { key: "the-key" });
  await vi.runAllTimersAsync();
  return submitted;
}

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(console, "error").mockReturnValue();
});

test("what was mailed is stored under the reference of the mail; the server says when it took it in", async () => {
  serve(accepted, [{ status: 201 }]);
  const sent = { reference: "QK-ABCDEF-2345", receivedAt: new Date(receivedAt) };
  expect(await outcome()).toEqual({ ok: true, sent });
  expect(calls.map(({ url }) => url)).toEqual(["/send-mail.php", "/rest/v1/quote_requests"]);
  expect(calls[0]?.body).toEqual({ form_type: "QUOTE", ...fields });
  expect(calls[0]?.headers.get("idempotency-key")).toBe("the-key");
  const stored = { ...fields, consent: true, ref_number: "QK-ABCDEF-2345", file_urls: [], status: "new" };
  expect(calls[1]?.body).toEqual(stored);
  expect(calls[1]?.headers.get("apikey")).toBe("key");
  expect(calls[1]?.headers.get("authorization")).toBe("Bearer key");
});

test("a form without files and consent box stores neither", async () => {
  serve(accepted, [{ status: 201 }]);
  await outcome(contactMessage);
  expect(calls[1]?.body).toEqual({ ...fields, ref_number: "QK-ABCDEF-2345", status: "new" });
});

test.each([contactMessage, vehicleSubmission])(
  "$name: success without a reference is its own failure",
  async (submission) => {
    serve({ status: 200, body: { success: true } });
    expect(await outcome(submission)).toMatchObject({
      ok: false,
      problem: { message: submission.failureMessage },
    });
  },
);

test.each([
  [
    "refused with words",
    { status: 400, body: { success: false, error: "Year is wrong", field: "year" } },
    "Year is wrong",
  ],
  ["refused without words", { status: 502, body: { success: false } }, "Failed to send email"],
  ["accepted without a reference", { status: 200, body: { success: true } }, "Failed to submit"],
  ["unreadable", { status: 200, body: "?" }, "An unexpected error occurred"],
  ["lost", "no answer", "An unexpected error occurred"],
] satisfies [string, Answer, string][])("a mail %s stores nothing and says so", async (_, mail, message) => {
  serve(mail);
  expect(await outcome()).toMatchObject({ ok: false, problem: { message } });
  expect(calls).toHaveLength(1);
});

test("if the browser cannot make the proof of work, the server's message stays", async () => {
  const parameters = {
    algorithm: "PBKDF2/SHA-256",
    nonce: "00",
    salt: "00",
    cost: 1,
    keyLength: 32,
    keyPrefix: "00",
    keySignature: "00",
    expiresAt: 0,
    data: { submission: "", tries: 1 },
  };
  const challenge = { parameters, signature: "00" };
  serve({ status: 429, body: { success: false, error: "Please phone us", challenge } });
  expect(await outcome()).toMatchObject({ ok: false, problem: { message: "Please phone us" } });
  expect(calls).toHaveLength(1);
});

test("a store that fails is tried again until it works", async () => {
  serve(accepted, ["no answer", { status: 503 }, { status: 201 }]);
  expect(await outcome()).toMatchObject({ ok: true });
  expect(calls).toHaveLength(4);
});

test.each([
  [
    "refuses",
    { status: 409, body: { code: "23505", message: "Taken", details: null, hint: null } },
    "Taken",
    2,
  ],
  ["keeps failing", { status: 500 }, "Failed to submit", 5],
  ["stays out of reach", "no answer", "An unexpected error occurred", 5],
] satisfies [string, Answer, string, number][])(
  "a store that %s is reported",
  async (_, store, message, tries) => {
    serve(accepted, [store]);
    expect(await outcome()).toMatchObject({ ok: false, problem: { message } });
    expect(calls).toHaveLength(tries);
  },
);
