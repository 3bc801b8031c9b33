import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import type { RecordChange } from "#domain/desk.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { mailReport } from "./change-report.ts";
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
let isOffline = false;
/** The paths that were read. */
const read: string[] = [];
let rows = records(3);
/** The events of the open record. */
const history: object[] = [];

async function changed(init: RequestInit): Promise<Response> {
  if (isOffline) throw new TypeError("Failed to fetch");
  calls += 1;
  if (refused.has(calls)) return Response.json({ error: "Busy" }, { status: 503 });
  const { changes } = (await new Response(init.body).json()) as { changes: RecordChange[] };
  taken.push(changes);
  const outcomes = changes.map(({ reference, version }) => {
    const isStale = rows.some((row) => row.ref_number === reference && row.version > version + 5000);
    return { reference, kind: isStale ? "stale" : "changed", version: version + 1000 };
  });
  return Response.json({ outcomes });
}

function answerTo(path: string): Response {
  if (path.startsWith("/rest/")) return Response.json(rows, { headers: { "content-range": "0-2/3" } });
  if (path.endsWith("/desk-summary")) return Response.json({ counts: {}, people: [], last_event: 0 });
  return Response.json({ table: kind.table, record: rows[0], events: history, related: [] });
}

beforeEach(() => {
  taken.length = 0;
  read.length = 0;
  refused.clear();
  history.length = 0;
  calls = 0;
  isOffline = false;
  rows = records(3);
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("location", { origin: "http://localhost" });
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url === "/config.json") return Response.json({ anonKey: "key" });
    if (init.method === "PATCH") return changed(init);
    const { pathname } = new URL(url, "http://localhost");
    read.push(pathname);
    return answerTo(pathname);
  });
});

const view = { table: kind.table, filter: "all", order: "newest", query: "", search: null } as const;

/** A desk that shows the quotes with the first of them open, and has loaded everything. */
async function openDesk(): Promise<Desk> {
  const desk = new Desk("u1");
  desk.show({ ...view, reference: "QK-0" });
  const { data } = desk;
  const other = { ...view, table: "contact_messages" };
  for (const list of [view, other]) new QueryObserver(data.client, data.list(list)).subscribe(() => {});
  new QueryObserver(data.client, data.record("QK-0")).subscribe(() => {});
  new QueryObserver(data.client, data.summary).subscribe(() => {});
  await expect.poll(() => data.client.isFetching()).toBe(0);
  read.length = 0;
  return desk;
}

const statusIn = (desk: Desk) =>
  desk.data.client.getQueryData(desk.data.list(view).queryKey)?.records.map(({ status }) => status);

test("a change costs at most two requests: the call itself and its list; its own live event none", async () => {
  const desk = await openDesk();
  const [record] = rows;
  await desk.setStatus(record!, "completed");
  const [list, open] = ["/rest/v1/quote_requests", "/functions/v1/desk-record"];
  expect(read).toEqual([list]);
  read.length = 0;
  await desk.change(record!, { order_placed: true });
  expect(read).toEqual([]);
  await Promise.all(rows.map((each) => desk.setStatus(each, "cancelled")));
  expect(read).toEqual([list]);
  read.length = 0;
  const event = { table: kind.table, record_id: "id-0", reference: "QK-0", user_id: "u1" };
  const update = { last_event: 2001, is_gap: false, counts: {} };
  await desk.follow([{ ...update, events: [{ ...event, id: 1001, type: "status" }] }]);
  expect(read).toEqual([]);
  await desk.follow([{ ...update, events: [{ ...event, id: 9001, type: "note" }] }]);
  expect(read).toEqual([open]);
});

test("what a call about a deal did is loaded once, with the list; its own live event loads nothing more", async () => {
  const desk = await openDesk();
  const sent = { id: 2000, type: "quote", at: "2026-11-20T00:00:00.000Z", user_id: "u1" };
  history.push({ ...sent, was: null, becomes: "1", note: null });
  await desk.tell(Promise.resolve({ words: "Quote 1 is about to leave", undo: [] }));
  const [list, open] = ["/rest/v1/quote_requests", "/functions/v1/desk-record"];
  await expect.poll(() => read).toEqual([open, list]);
  await expect.poll(() => desk.data.client.isFetching()).toBe(0);
  read.length = 0;
  const event = { table: kind.table, record_id: "id-0", reference: "QK-0", user_id: "u1", type: "quote" };
  const update = { last_event: 2001, is_gap: false, counts: {} };
  await desk.follow([{ ...update, events: [{ ...event, id: 2000 }] }]);
  expect(read).toEqual([]);
  await desk.follow([{ ...update, events: [{ ...event, id: 9001, user_id: null, type: "approved" }] }]);
  expect(read.toSorted()).toEqual([open, list]);
});

test("a change shows at once; if it fails, the former status is back and the change can be tried again", async () => {
  const desk = await openDesk();
  refused.add(1);
  const change = desk.setStatus(rows[0]!, "completed");
  await expect.poll(() => statusIn(desk)).toEqual(["completed", "in_progress", "new"]);
  await change;
  expect(statusIn(desk)).toEqual(["new", "in_progress", "new"]);
  expect(desk.notes()).toMatchObject({ problem: "Busy", report: null });
  expect(read).toEqual([]);
  desk.notes().retry?.();
  await expect
    .poll(() => desk.notes())
    .toMatchObject({ problem: null, report: { words: "QK-0: Completed" } });
});

test("two quick changes do not conflict: the second waits, and is based on what the first made", async () => {
  const desk = await openDesk();
  const [record] = rows;
  await Promise.all([desk.setStatus(record!, "completed"), desk.change(record!, { owner_id: "u1" })]);
  expect(taken.flat()).toMatchObject([
    { version: 1, status: "completed" },
    { version: 1001, owner_id: "u1" },
  ]);
});

test("a change that someone else was ahead of is refused, named, and shows the record as it is now", async () => {
  const desk = await openDesk();
  const [seen] = rows;
  rows = rows.map((row) => Object.assign({}, row, { status: "cancelled", version: 9000 }));
  await desk.setStatus(seen!, "completed");
  expect(desk.notes()).toMatchObject({ staleReference: "QK-0", retry: null, report: null });
  expect(desk.notes().problem).toContain("Nothing was overwritten");
  expect(statusIn(desk)).toEqual(["cancelled", "cancelled", "cancelled"]);
});

const versionsOf = (changes: RecordChange[] = []) => changes.map(({ version }) => version);

test("if the second call of a bulk change fails, the first is reported and can be undone", async () => {
  refused.add(2);
  const desk = new Desk("u1");
  await desk.changeAll(records(203).map((record) => ({ record, change: { status: "completed" } })));
  expect(desk.notes()).toMatchObject({ report: { words: "200 records: Completed" }, problem: "Busy" });
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
  await desk.changeAll(records(203).map((record) => ({ record, change: { status: "completed" } })));
  desk.notes().retry?.();
  await expect.poll(() => desk.notes().report?.words).toBe("203 records: Completed");
  expect(versionsOf(taken[1])).toEqual([201, 202, 203]);
  await desk.undo();
  expect(taken.slice(2).flatMap(versionsOf)).toHaveLength(203);
});

test("changes that did not reach the server are all named, and all made when it is back, even after a failed refresh, with one undo", async () => {
  const desk = await openDesk();
  const [first, second, third] = rows;
  isOffline = true;
  await desk.setStatus(first!, "completed");
  await desk.setStatus(second!, "completed");
  await desk.change(third!, { order_placed: true });
  expect(desk.notes()).toMatchObject({ isUnreached: true, about: "QK-0, QK-1, QK-2", report: null });
  await desk.reload(); // It fails too, and the page says so instead.
  isOffline = false;
  desk.reconnected();
  const words = "QK-0: Completed, QK-1: Completed, QK-2: order placed";
  await expect.poll(() => desk.notes()).toMatchObject({ problem: null, report: { words } });
  expect(taken.flat()).toMatchObject([
    { reference: "QK-0", status: "completed" },
    { reference: "QK-1", status: "completed" },
    { reference: "QK-2", order_placed: true },
  ]);
  await desk.undo();
  expect(taken.at(-1)).toEqual([
    { reference: "QK-0", version: 1001, status: "new" },
    { reference: "QK-1", version: 1002, status: "in_progress" },
    { reference: "QK-2", version: 1003, order_placed: false },
  ]);
});

test("closing another problem keeps the changes that did not reach the server; only closing their own gives them up", async () => {
  const desk = await openDesk();
  const [first, second] = rows;
  const loseAndCloseAnother = async (status: RecordStatus) => {
    isOffline = true;
    await desk.setStatus(first!, status);
    desk.failElsewhere("QK-2", "The reply was not sent: QK-2", new CallProblem("Busy", null, 503));
    expect(desk.notes()).toMatchObject({ problem: "Busy", retry: null });
    desk.dismiss();
    expect(desk.notes()).toMatchObject({ isUnreached: true, about: "QK-0" });
    isOffline = false;
  };
  await loseAndCloseAnother("completed");
  desk.reconnected();
  await expect.poll(() => taken.flat()).toMatchObject([{ reference: "QK-0", status: "completed" }]);
  await expect.poll(() => desk.notes().problem).toBeNull();

  await loseAndCloseAnother("cancelled");
  desk.dismiss();
  expect(desk.notes()).toMatchObject({ problem: null, retry: null });
  await desk.setStatus(second!, "completed");
  expect(taken.flat().map(({ reference }) => reference)).toEqual(["QK-0", "QK-1"]);
});

test("of two choices for the same record that did not reach the server, only the later one is made, with the next change that does", async () => {
  const desk = await openDesk();
  const [first, second] = rows;
  isOffline = true;
  await desk.setStatus(first!, "completed");
  await desk.setStatus(first!, "cancelled");
  await desk.change(first!, { owner_id: "u1" });
  isOffline = false;
  await desk.setStatus(second!, "completed");
  await expect.poll(() => taken.length).toBe(3);
  expect(taken.flat()).toEqual([
    { reference: "QK-1", version: 2, status: "completed" },
    { reference: "QK-0", version: 1, status: "cancelled" },
    { reference: "QK-0", version: 1001, owner_id: "u1" },
  ]);
  await expect.poll(() => desk.notes().problem).toBeNull();
});

test("an undo waits for the change whose response is on the way; if that fails, it takes back nothing else", async () => {
  const desk = await openDesk();
  const [first, second] = rows;
  void desk.setStatus(first!, "completed");
  await desk.undo();
  expect(taken.flat()).toMatchObject([{ status: "completed" }, { version: 1001, status: "new" }]);
  await desk.setStatus(second!, "completed");
  refused.add(4);
  void desk.setStatus(first!, "cancelled");
  await desk.undo();
  expect(taken).toHaveLength(3);
});

test("an undo waits for a logged call or a reply on its way; if that fails, it takes back nothing else, and the change before it can still be undone", async () => {
  const desk = await openDesk();
  await desk.setStatus(rows[0]!, "completed");
  const takenBack: string[] = [];
  const logged = (reference: string) => ({
    words: `${reference}: call logged`,
    undo: [],
    takeBack: { what: "Call", undone: "No call", run: async () => void takenBack.push(reference) },
  });
  const call = Promise.withResolvers<ReturnType<typeof logged>>();
  const telling = desk.tell(call.promise);
  expect(desk.notes().report).toBeNull();
  const undone = desk.undo();
  call.resolve(logged("QK-1"));
  await Promise.all([telling, undone]);
  expect(takenBack).toEqual(["QK-1"]);
  expect(taken).toHaveLength(1);

  await desk.setStatus(rows[2]!, "completed");
  const lost = Promise.reject(new CallProblem("Not reached"));
  const failing = desk.tell(lost).catch(String);
  await desk.undo();
  expect(await failing).toContain("Not reached");
  expect(taken).toHaveLength(2);
  await desk.undo();
  expect(taken.at(-1)).toMatchObject([{ reference: "QK-2", status: "new" }]);
});

test("taking back is tried again when the server is back, and no more once it is too late", async () => {
  const desk = await openDesk();
  const answers = [new CallProblem("Not reached"), new CallProblem("The reply has left already", null, 409)];
  const takeBack = async () => {
    const problem = answers.shift();
    if (problem !== undefined) throw problem;
  };
  const reply = mailReport("Reply to QK-0", 10_000, takeBack);
  await desk.tell(Promise.resolve(reply));
  await desk.undo();
  const about = "Reply to QK-0";
  expect(desk.notes()).toMatchObject({ problem: "Not reached", about, isUnreached: true });
  desk.reconnected();
  await expect
    .poll(() => desk.notes())
    .toMatchObject({ problem: "The reply has left already", retry: null, isUnreached: false, report: null });
  await desk.tell(Promise.resolve(reply));
  await desk.undo();
  expect(desk.notes()).toMatchObject({
    problem: null,
    report: { words: "Undone. Reply to QK-0 was not sent" },
  });
});
