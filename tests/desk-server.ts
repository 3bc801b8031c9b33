import { vi } from "vitest";

import type { RequestedChange } from "#domain/desk.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { quoteExample } from "./quote-example.ts";

export const kind: Submission = quoteRequest;

/** Versions are never used again, as on the real server. */
let base = 0;

export function records(count: number): SubmissionRecord[] {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...quoteExample,
    id: `id-${index}`,
    ref_number: `QK-${index}`,
    status: index % 2 === 0 ? "new" : "in_progress",
    created_at: "2026-11-20T00:00:00.000Z",
    version: base + index + 1,
  }));
  return recordListParser(kind)(rows);
}

export const server = {
  /** The changes of each call that it took; it refuses a call while its number is in `refused`. */
  taken: new Array<RequestedChange[]>(),
  refused: new Set<number>(),
  /** Why it leaves a record as it is, by reference. */
  reasons: new Map<string, string>(),
  calls: 0,
  isOffline: false,
  /** The paths that were read. */
  read: new Array<string>(),
  rows: records(3),
};

async function changed(init: RequestInit): Promise<Response> {
  if (server.isOffline) throw new TypeError("Failed to fetch");
  server.calls += 1;
  if (server.refused.has(server.calls)) return Response.json({ error: "Busy" }, { status: 500 });
  const { changes } = (await new Response(init.body).json()) as { changes: RequestedChange[] };
  server.taken.push(changes);
  const outcomes = changes.map(({ reference, version }) => {
    const why = server.reasons.get(reference);
    if (why !== undefined) return { reference, kind: "refused", version, why };
    const isStale = server.rows.some((row) => row.ref_number === reference && row.version > version + 5000);
    return { reference, kind: isStale ? "stale" : "changed", version: version + 1000 };
  });
  const opened = changes.length === 1 ? openedRecord() : null;
  return Response.json({ outcomes, opened, summary });
}

const summary = { counts: {}, people: [], unfiled: 0 };
const nothing = { events: [], related: [], mails: [], messages: [] };
const openedRecord = () => ({ table: kind.table, record: server.rows[0], ...nothing });

function answerTo(path: string): Response {
  if (path.startsWith("/rest/")) return Response.json(server.rows);
  if (path.endsWith("/desk-summary")) return Response.json(summary);
  return Response.json(openedRecord());
}

/** Puts this server in the place of `fetch`, with three quotes and nothing taken yet. */
export function startDeskServer(): void {
  server.taken.length = 0;
  server.read.length = 0;
  server.refused.clear();
  server.reasons.clear();
  server.calls = 0;
  server.isOffline = false;
  base += 100_000;
  server.rows = records(3);
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("location", { origin: "http://localhost" });
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url === "/config.json") return Response.json({ anonKey: "key" });
    if (init.method === "PATCH") return changed(init);
    const { pathname } = new URL(url, "http://localhost");
    server.read.push(pathname);
    return answerTo(pathname);
  });
}
