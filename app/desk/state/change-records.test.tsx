import { QueryObserver } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import type { OpenRecord } from "#app/desk/api/open-record.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";
import { kind, records, server, startDeskServer } from "#tests/desk-server.ts";

import { changeRecord, changeRecords, mergeInto, pendingChanges, withPending } from "./change-records.ts";
import { deskClient, listQuery, type LoadedList, recordQuery, summaryQuery } from "./desk-queries.ts";
import { announceCall, mailToast, showToast, undoLast, useNotices } from "./notices.ts";

const view = { table: kind.table, filter: "all", order: "newest", query: "" } as const;
const [list, open] = ["/rest/v1/quote_requests", "/functions/v1/desk-record"];

// The desk loads it with the first record; here it would come later than a second, while others use the processor.
beforeAll(async () => void (await import("#app/desk/api/open-record.ts")));

beforeEach(async () => {
  startDeskServer();
  deskClient.clear();
  showToast(null);
  new QueryObserver(deskClient, listQuery(view, "u1")).subscribe(() => {});
  new QueryObserver(deskClient, recordQuery("QK-0")).subscribe(() => {});
  new QueryObserver(deskClient, summaryQuery).subscribe(() => {});
  await isIdle();
  server.read.length = 0;
});

const isIdle = () => expect.poll(() => deskClient.isMutating() + deskClient.isFetching()).toBe(0);

function notices(): ReturnType<typeof useNotices> {
  let seen: ReturnType<typeof useNotices> = { toast: null, problem: null };
  renderToString(<See />);
  return seen;
  function See() {
    seen = useNotices();
    return null;
  }
}

const rowAt = (index: number): SubmissionRecord => server.rows[index]!;
const setStatus = (record: SubmissionRecord, status: RecordStatus) => changeRecord(record, { status });
const shownStatus = () =>
  deskClient
    .getQueryData<LoadedList>(listQuery(view, "u1").queryKey)
    ?.records.map((record) => withPending(record, pendingChanges()).status);

test("a change shows at once; of what it touched, only what no answer told is loaded, once for all that are made", async () => {
  for (const record of server.rows) setStatus(record, "cancelled");
  expect(shownStatus()).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(notices().toast?.text).toBe("QK-2: Cancelled");
  await isIdle();
  expect(server.read.toSorted()).toEqual([open, list]);
});

test("if it fails, the former status is back and the change can be tried again", async () => {
  server.refused.add(1);
  setStatus(rowAt(0), "completed");
  await isIdle();
  expect(shownStatus()).toEqual(["new", "in_progress", "new"]);
  expect(notices()).toMatchObject({ problem: { text: "Busy", about: "QK-0" }, toast: null });
  notices().problem?.retry?.();
  await isIdle();
  expect(notices()).toMatchObject({ problem: null, toast: { text: "QK-0: Completed" } });
  expect(server.taken.flat()).toMatchObject([{ status: "completed" }]);
});

test("two quick changes do not conflict: the second waits, and is based on what the first made", async () => {
  setStatus(rowAt(0), "completed");
  changeRecord(rowAt(0), { owner_id: "u1" });
  await isIdle();
  expect(server.taken.flat()).toMatchObject([
    { version: rowAt(0).version, status: "completed" },
    { version: rowAt(0).version + 1000, owner_id: "u1" },
  ]);
});

test("an undo is another change, also while the first is on its way", async () => {
  setStatus(rowAt(0), "completed");
  await undoLast();
  await isIdle();
  expect(server.taken.flat()).toMatchObject([
    { version: rowAt(0).version, status: "completed" },
    { version: rowAt(0).version + 1000, status: "new" },
  ]);
  expect(notices().toast).toEqual({ text: "Undone. Back to New: QK-0" });
});

test("a change that someone else was ahead of is refused and names the record", async () => {
  const seen = rowAt(0);
  server.rows = server.rows.map((row) =>
    Object.assign({}, row, { status: "cancelled", version: row.version + 9000 }),
  );
  setStatus(seen, "completed");
  await isIdle();
  expect(notices()).toMatchObject({ problem: { reference: "QK-0" }, toast: null });
  expect(notices().problem?.text).toContain("Nothing was overwritten");
  expect(shownStatus()).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("of several records, those that can't be changed are named with the reason; the others change and can be undone", async () => {
  const seen = records(5);
  for (const reference of ["QK-0", "QK-3"]) server.reasons.set(reference, "The order decides");
  server.reasons.set("QK-1", "It has a quote");
  server.rows = seen.map((row, index) =>
    index === 4 ? Object.assign({}, row, { version: row.version + 9000 }) : row,
  );
  changeRecords(seen.map((record) => ({ record, change: { owner_id: "u1" } })));
  await isIdle();
  const { problem, toast } = notices();
  expect(problem?.text).toContain(
    "Not changed: QK-0, QK-3. The order decides. Not changed: QK-1. It has a quote",
  );
  expect(problem?.text).toMatch(/\. Someone else has changed these records.*: QK-4$/);
  expect(toast?.text).toBe("QK-2: with someone");
  await undoLast();
  await isIdle();
  expect(server.taken.at(-1)).toMatchObject([{ reference: "QK-2", owner_id: null }]);
});

test("more records than a call takes are changed in several", async () => {
  changeRecords(records(203).map((record) => ({ record, change: { status: "completed" } })));
  await isIdle();
  expect(server.taken.map((changes) => changes.length)).toEqual([200, 3]);
});

test("what does not reach the server stays shown and is made when it is back, in order", async () => {
  vi.useFakeTimers();
  try {
    server.isOffline = true;
    setStatus(rowAt(0), "completed");
    changeRecord(rowAt(1), { owner_id: "u1" });
    await vi.advanceTimersByTimeAsync(30_000);
    expect([shownStatus()?.[0], server.taken]).toEqual(["completed", []]);
    server.isOffline = false;
    await vi.advanceTimersByTimeAsync(30_000);
  } finally {
    vi.useRealTimers();
  }
  await isIdle();
  expect(server.taken.flat()).toMatchObject([
    { reference: "QK-0", status: "completed" },
    { reference: "QK-1", owner_id: "u1" },
  ]);
});

test("an undo pressed while a call is on its way takes nothing else back", async () => {
  setStatus(rowAt(0), "completed");
  await isIdle();
  const call = Promise.withResolvers<{ text: string }>();
  const told = announceCall(call.promise);
  await undoLast();
  call.resolve({ text: "QK-1: call logged" });
  await told;
  expect([server.taken.length, notices().toast?.text]).toEqual([1, "QK-1: call logged"]);
});

test("taking back is offered again after a failure, and no more once it is too late", async () => {
  const answers = [
    new CallProblem("Busy", null, 500),
    new CallProblem("The reply has left already", null, 409),
  ];
  const takeBack = async () => {
    const problem = answers.shift();
    if (problem !== undefined) throw problem;
  };
  await announceCall(Promise.resolve(mailToast("Reply to QK-0", 10_000, takeBack)));
  await undoLast();
  expect(notices().problem).toMatchObject({ text: "Busy", about: "Sending reply to QK-0" });
  notices().problem?.retry?.();
  await expect
    .poll(() => notices().problem)
    .toEqual({
      text: "The reply has left already",
      about: "Sending reply to QK-0",
    });
  await announceCall(Promise.resolve(mailToast("Reply to QK-0", 10_000, takeBack)));
  await undoLast();
  expect(notices().toast).toEqual({ text: "Undone. Reply to QK-0 was not sent" });
});

test("a request with a quote out is not merged, and the desk says what to do; one without is", async () => {
  for (const next_step of ["waiting", "answer", "expired", "pay"]) {
    mergeInto(Object.assign({}, rowAt(0), { next_step }), "QK-9");
    expect(notices().toast?.text).toContain("QK-0 has a quote or an order");
  }
  mergeInto(Object.assign({}, rowAt(2), { next_step: "quote" }), "QK-9");
  await isIdle();
  expect(server.taken).toMatchObject([[{ duplicate_of: "QK-9", status: "cancelled" }]]);
});

test("what is taken out of a merge becomes new again, unless an order was placed or it is open already", async () => {
  const merged = { duplicate_of: "QK-9", status: "cancelled" };
  mergeInto(Object.assign({}, rowAt(0), merged), null);
  mergeInto(Object.assign({}, rowAt(1), merged, { order_placed: true }), null);
  mergeInto(Object.assign({}, rowAt(2), merged, { status: "in_progress" }), null);
  await isIdle();
  const changes = server.taken.flat().map(({ version, ...change }) => (version > 0 ? change : null));
  expect(changes).toEqual([
    { reference: "QK-0", duplicate_of: null, status: "new" },
    { reference: "QK-1", duplicate_of: null },
    { reference: "QK-2", duplicate_of: null },
  ]);
});

test("an open record is loaded again and again while its quote can be taken back, and no longer", async () => {
  const { queryKey, refetchInterval } = recordQuery("QK-0");
  const query = deskClient.getQueryCache().find<OpenRecord | null>({ queryKey })!;
  const pause = () => (typeof refetchInterval === "function" ? refetchInterval(query as never) : null);
  expect(pause()).toBe(false);
  const deal = { versions: [{ number: 1, mail: { state: "queued" } }] } as unknown as DealForDesk;
  query.setData({ ...query.state.data!, deal });
  expect(pause()).toBe(5000);
  await query.fetch();
  expect(pause()).toBe(false);
});
