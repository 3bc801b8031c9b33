import { QueryObserver } from "@tanstack/react-query";
import { expect, vi } from "vitest";

import { Desk } from "#app/desk/state/desk.ts";
import type { RecordChange } from "#domain/desk.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { quoteExample } from "./quote-example.ts";

export const kind: Submission = quoteRequest;

export function records(count: number): SubmissionRecord[] {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...quoteExample,
    id: `id-${index}`,
    ref_number: `QK-${index}`,
    status: index % 2 === 0 ? "new" : "in_progress",
    created_at: "2026-11-20T00:00:00.000Z",
    version: index + 1,
  }));
  return recordListParser(kind)(rows);
}

export const server = {
  /** The changes of each call that it took; it refuses a call while its number is in `refused`. */
  taken: new Array<RecordChange[]>(),
  refused: new Set<number>(),
  /** Why it leaves a record as it is, by reference. */
  reasons: new Map<string, string>(),
  calls: 0,
  isOffline: false,
  /** The paths that were read. */
  read: new Array<string>(),
  rows: records(3),
  /** The events of the open record. */
  history: new Array<object>(),
  /** Responses to reads that are made until then arrive then. */
  slowUntil: Promise.resolve(),
};

async function changed(init: RequestInit): Promise<Response> {
  if (server.isOffline) throw new TypeError("Failed to fetch");
  server.calls += 1;
  if (server.refused.has(server.calls)) return Response.json({ error: "Busy" }, { status: 503 });
  const { changes } = (await new Response(init.body).json()) as { changes: RecordChange[] };
  server.taken.push(changes);
  const outcomes = changes.map(({ reference, version }) => {
    const why = server.reasons.get(reference);
    if (why !== undefined) return { reference, kind: "refused", version, why };
    const isStale = server.rows.some((row) => row.ref_number === reference && row.version > version + 5000);
    return { reference, kind: isStale ? "stale" : "changed", version: version + 1000 };
  });
  return Response.json({ outcomes });
}

function answerTo(path: string): Response {
  if (path.startsWith("/rest/")) return Response.json(server.rows, { headers: { "content-range": "0-2/3" } });
  if (path.endsWith("/desk-summary")) return Response.json({ counts: {}, people: [], last_event: 0 });
  return Response.json({ table: kind.table, record: server.rows[0], events: server.history, related: [] });
}

/** Puts this server in the place of `fetch`, with three quotes and nothing taken yet. */
export function startDeskServer(): void {
  server.taken.length = 0;
  server.read.length = 0;
  server.refused.clear();
  server.reasons.clear();
  server.history.length = 0;
  server.calls = 0;
  server.isOffline = false;
  server.slowUntil = Promise.resolve();
  server.rows = records(3);
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("location", { origin: "http://localhost" });
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url === "/config.json") return Response.json({ anonKey: "key" });
    if (init.method === "PATCH") return changed(init);
    const { pathname } = new URL(url, "http://localhost");
    server.read.push(pathname);
    const response = answerTo(pathname);
    await server.slowUntil;
    return response;
  });
}

const view = { table: kind.table, filter: "all", order: "newest", query: "", search: null } as const;

/** A desk that shows the quotes with the first of them open, and has loaded everything. */
export async function openDesk(): Promise<Desk> {
  const desk = new Desk("u1");
  desk.show({ ...view, reference: "QK-0" });
  const { data } = desk;
  const other = { ...view, table: "contact_messages" };
  for (const list of [view, other]) new QueryObserver(data.client, data.list(list)).subscribe(() => {});
  new QueryObserver(data.client, data.record("QK-0")).subscribe(() => {});
  new QueryObserver(data.client, data.summary).subscribe(() => {});
  await expect.poll(() => data.client.isFetching()).toBe(0);
  server.read.length = 0;
  return desk;
}

export const statusIn = (desk: Desk) =>
  desk.data.client.getQueryData(desk.data.list(view).queryKey)?.records.map(({ status }) => status);
