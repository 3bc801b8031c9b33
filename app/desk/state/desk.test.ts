import { beforeEach, expect, test, vi } from "vitest";

import type { RecordChange } from "#domain/desk.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { Desk } from "./desk.ts";

const kind: Submission = quoteRequest;
const fields = {
  full_name: "Aroha Ngata",
  phone: "1",
  email: "aroha@example.co.nz",
  make: "Honda",
  model: "TRX420FM",
  year: 2015,
  part_needed: "Front diff",
  delivery_address: "1 Road",
};

function records(count: number): SubmissionRecord[] {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...fields,
    id: `id-${index}`,
    ref_number: `QK-${index}`,
    status: index % 2 === 0 ? "new" : "in_progress",
    created_at: "2026-11-20T00:00:00.000Z",
    version: index + 1,
  }));
  return recordListParser(kind)(rows);
}

/** The changes of each call that the server took; a call is refused while its number is in `refused`. */
const taken: RecordChange[][] = [];
const refused = new Set<number>();
let calls = 0;

beforeEach(() => {
  taken.length = 0;
  refused.clear();
  calls = 0;
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("location", { origin: "http://localhost" });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url === "/config.json") return Response.json({ anonKey: "key" });
    if (init.method !== "PATCH") return new Response(null, { status: 503 });
    calls += 1;
    if (refused.has(calls)) return Response.json({ error: "Busy" }, { status: 503 });
    const { changes } = (await new Response(init.body).json()) as { changes: RecordChange[] };
    taken.push(changes);
    const outcomes = changes.map(({ reference, version }) => ({
      reference,
      kind: "changed",
      version: version + 1000,
    }));
    return Response.json({ outcomes });
  });
});

const versionsOf = (changes: RecordChange[] = []) => changes.map(({ version }) => version);

test("if the second call of a bulk change fails, the first is told and can be undone", async () => {
  refused.add(2);
  const desk = new Desk("u1");
  await desk.setStatuses(records(203).map((record) => ({ record, status: "completed" })));
  expect(desk.state()).toMatchObject({ report: { words: "200 records: Completed" }, problem: "Busy" });
  await desk.undo();
  expect(taken.map((changes) => changes.length)).toEqual([200, 200]);
  expect(taken[1]?.slice(0, 2)).toEqual([
    { reference: "QK-0", version: 1001, status: "new" },
    { reference: "QK-1", version: 1002, status: "in_progress" },
  ]);
});

test("Try again sends only the rest, and both are undone together", async () => {
  refused.add(2);
  const desk = new Desk("u1");
  await desk.setStatuses(records(203).map((record) => ({ record, status: "completed" })));
  desk.state().retry?.();
  await expect.poll(() => desk.state().report?.words).toBe("203 records: Completed");
  expect(versionsOf(taken[1])).toEqual([201, 202, 203]);
  await desk.undo();
  expect(taken.slice(2).flatMap(versionsOf)).toHaveLength(203);
});
