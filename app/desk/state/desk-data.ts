import { QueryClient, queryOptions, skipToken } from "@tanstack/react-query";

import { isMissing } from "#app/desk/api/desk-call.ts";
import {
  deskSummary,
  installationNotices,
  mailOutages,
  type OpenRecord,
  openRecord,
} from "#app/desk/api/desk.ts";
import type { ListView } from "#app/desk/api/list-view.ts";
import { type RecordPage, listRecords, recordPageSize } from "#app/desk/api/records.ts";
import type { DeskCounts, DeskSummary, RecordCells } from "#domain/desk.ts";
import type { LiveUpdate } from "#domain/live.ts";
import type { RecordColumns } from "#domain/record-columns.ts";
import { isMailEvent, type RecordEvent } from "#domain/record-event.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { listKey } from "./desk-view.ts";
import { holdBack } from "./new-records.ts";

export interface LoadedList extends RecordPage {
  readonly list: ListView;
}

interface DataContext {
  readonly userId: string;
  /** How many of a list's newest records wait until its reader asks for them. */
  readonly heldBack: (list: ListView) => number;
  /** Runs a call; if the session has ended, asks to sign in and runs it again. */
  readonly inSession: <Data>(call: () => Promise<Data>) => Promise<Data>;
  readonly onMissing: (reference: string) => void;
}

interface PendingChange {
  readonly id: string;
  readonly cells: RecordCells;
}

/** What the desk has loaded, in TanStack Query's cache. Failed loads are not repeated: staff see them at once. */
export class DeskData {
  readonly client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: "always", gcTime: 0, refetchOnReconnect: false },
      mutations: { retry: false, networkMode: "always", gcTime: 0 },
    },
  });
  readonly #context: DataContext;
  /** Changes without a response yet, oldest first: whatever is loaded in between shows them. */
  readonly #pending = new Set<PendingChange>();

  readonly inSession: DataContext["inSession"];

  constructor(context: DataContext) {
    this.#context = context;
    this.inSession = context.inSession;
  }

  list(list: ListView) {
    return queryOptions({ queryKey: listKeyOf(list), queryFn: ({ signal }) => this.#load(list, signal) });
  }

  /** A record with its history; null if it does not exist or was erased. */
  record(reference: string | null) {
    const load = (wanted: string) => async (): Promise<OpenRecord | null> => {
      try {
        const open = await this.inSession(() => openRecord(wanted));
        // A change that was made while it was on its way is not in it yet.
        const latest = this.isLatest(open.record) ? open : await this.inSession(() => openRecord(wanted));
        return { ...latest, record: this.#asPending(latest.record) };
      } catch (error) {
        if (!isMissing(error)) throw error;
        this.#forget(wanted);
        return null;
      }
    };
    return queryOptions({
      queryKey: ["record", reference],
      queryFn: reference === null ? skipToken : load(reference),
    });
  }

  readonly summary = queryOptions({
    queryKey: ["summary"],
    queryFn: async () => {
      const summary = await this.inSession(deskSummary);
      const known = this.client.getQueryData<DeskSummary>(["summary"]);
      // A live event that arrived first may know more.
      return known !== undefined && summary.last_event < known.last_event ? known : summary;
    },
  });

  readonly outages = queryOptions({ queryKey: ["warnings", "outages"], queryFn: mailOutages });
  readonly notices = queryOptions({ queryKey: ["warnings", "notices"], queryFn: installationNotices });

  loaded(list: ListView): LoadedList | undefined {
    return this.client.getQueryData<LoadedList>(listKeyOf(list));
  }

  opened(reference: string): SubmissionRecord | undefined {
    return this.client.getQueryData<OpenRecord | null>(["record", reference])?.record;
  }

  /** The latest version that is loaded of a record, open or listed. */
  known(reference: string): SubmissionRecord | undefined {
    const opened = this.opened(reference);
    const listed = this.#listed().filter(({ ref_number: each }) => each === reference);
    return [...(opened === undefined ? [] : [opened]), ...listed].toSorted(
      (a, b) => b.version - a.version,
    )[0];
  }

  /** Whether an event of this type may change how many mails failed: others can only end a problem that there is. */
  mayChangeMails(type: string): boolean {
    if (type === "mail" || type.endsWith("_undone")) return true;
    const { counts = {} } = this.client.getQueryData(this.summary.queryKey) ?? {};
    return isMailEvent(type) && Object.values(counts).some(({ mail_problems: failed }) => failed > 0);
  }

  /** Shows a change before the server has answered. Returns a function that ends it. */
  expect(id: string, cells: RecordCells): () => void {
    const change = { id, cells };
    this.#pending.add(change);
    this.patch(id, cells);
    return () => void this.#pending.delete(change);
  }

  /** Loads the same records again, even if that is more than one page. */
  async #load(list: ListView, signal: AbortSignal): Promise<LoadedList> {
    const before = this.loaded(list);
    const length = Math.max(recordPageSize, before?.records.length ?? 0);
    const held = this.#context.heldBack(list);
    const page = await this.#page(list, { limit: length + held, signal });
    const hasGrown = (this.loaded(list)?.records.length ?? 0) > length;
    if (hasGrown) return this.#load(list, signal);
    const shown = held === 0 ? page : holdBack(page, before);
    return { list, ...shown, records: shown.records.map((record) => this.#asPending(record)) };
  }

  /** Appends the next page to a list. */
  async loadMore(list: ListView): Promise<void> {
    const after = this.loaded(list)?.records.at(-1);
    if (after === undefined) return;
    const page = await this.#page(list, { after });
    // A reload has moved the end of the list, so another page follows it.
    if (this.loaded(list)?.records.at(-1)?.id !== after.id) return this.loadMore(list);
    this.client.setQueryData<LoadedList>(listKeyOf(list), (loaded) => {
      if (loaded === undefined) return undefined;
      const known = new Set(loaded.records.map(({ id }) => id));
      const records = [...loaded.records, ...page.records.filter(({ id }) => !known.has(id))];
      return { ...loaded, records, hasMore: page.hasMore };
    });
  }

  #page(list: ListView, options: Parameters<typeof listRecords>[2]): Promise<RecordPage> {
    const context = { userId: this.#context.userId, now: new Date() };
    return this.inSession(() => listRecords(list, context, options));
  }

  /** Loads again what these keys match and the desk shows. Throws if a load fails. */
  async reload(keys: readonly (readonly unknown[])[]): Promise<void> {
    const reload = async (queryKey: readonly unknown[]) => {
      // Refetching would join a first load, which may miss what this is about.
      await this.client.cancelQueries({ queryKey, type: "active" });
      await this.client.refetchQueries({ queryKey, type: "active" }, { throwOnError: true });
    };
    await Promise.all(keys.map(reload));
  }

  /** Whether no list shows a later version of the record. */
  isLatest({ id, version }: SubmissionRecord): boolean {
    return this.#listed().every((record) => record.id !== id || record.version <= version);
  }

  /** Shows changed cells of a record wherever it is listed or open; with `version`, only on that version. */
  patch(id: string, cells: Partial<RecordColumns>, version?: number): void {
    const patched = (record: SubmissionRecord) =>
      record.id === id && (version === undefined || record.version === version)
        ? this.#asPending(Object.assign({}, record, cells))
        : record;
    this.#editLists((records) => records.map(patched));
    this.client.setQueriesData<OpenRecord | null>({ queryKey: ["record"] }, (open) =>
      open === undefined || open === null ? open : { ...open, record: patched(open.record) },
    );
  }

  /** Adds to the history of a record, if it is open. */
  tell(reference: string, events: readonly RecordEvent[]): void {
    this.client.setQueryData<OpenRecord | null>(["record", reference], (open) => {
      if (open === undefined || open === null) return open;
      const known = new Set(open.events.map(({ id }) => id));
      return { ...open, events: [...open.events, ...events.filter(({ id }) => !known.has(id))] };
    });
  }

  /** Takes over the counts that a change returns; those of live events may be newer. */
  countOwn(counts: Readonly<Record<string, DeskCounts>>, lastEvent: number): void {
    this.client.setQueryData<DeskSummary>(["summary"], (summary) => {
      if (summary === undefined) return undefined;
      const isNewer = lastEvent >= summary.last_event;
      const byTable = Object.entries(counts).map(([table, own]) => {
        const statuses = isNewer ? own.statuses : (summary.counts[table]?.statuses ?? own.statuses);
        return [table, { ...own, statuses }] as const;
      });
      return { ...summary, counts: { ...summary.counts, ...Object.fromEntries(byTable) } };
    });
  }

  /** Takes over the counts that live events bring. */
  count({ counts, last_event: lastEvent }: LiveUpdate): void {
    this.client.setQueryData<DeskSummary>(["summary"], (summary) => {
      if (summary === undefined) return undefined;
      const byTable = Object.entries(summary.counts).map(
        ([table, known]) => [table, { ...known, statuses: counts[table] ?? known.statuses }] as const,
      );
      return { ...summary, counts: Object.fromEntries(byTable), last_event: lastEvent };
    });
  }

  #forget(reference: string): void {
    this.#context.onMissing(reference);
    this.#editLists((records) => records.filter((record) => record.ref_number !== reference));
  }

  #asPending(record: SubmissionRecord): SubmissionRecord {
    return [...this.#pending]
      .filter(({ id }) => id === record.id)
      .reduce<SubmissionRecord>((shown, { cells }) => Object.assign({}, shown, cells), record);
  }

  #listed(): SubmissionRecord[] {
    const lists = this.client.getQueriesData<LoadedList>({ queryKey: ["list"] });
    return lists.flatMap(([, loaded]) => loaded?.records ?? []);
  }

  #editLists(edit: (records: readonly SubmissionRecord[]) => readonly SubmissionRecord[]): void {
    this.client.setQueriesData<LoadedList>(
      { queryKey: ["list"] },
      (loaded) => loaded && { ...loaded, records: edit(loaded.records) },
    );
  }
}

/** Lists with the same key show the same records. */
export function listKeyOf(list: ListView) {
  return ["list", listKey(list)] as const;
}
