import type { MutationOptions } from "@tanstack/react-query";

import { type Correction, type OpenRecord, changeRecords, correctRecord } from "#app/desk/api/desk.ts";
import { type RecordCells, bulkMost } from "#domain/desk.ts";
import type { LiveEvent } from "#domain/live.ts";
import type { RecordColumns } from "#domain/record-columns.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { type ChangeMade, type Left, type Wish, changeableCells } from "./change-report.ts";
import type { DeskData } from "./desk-data.ts";

export interface Run {
  readonly wishes: readonly Wish[];
  /** The wishes that came true. Grows with every attempt, so that one undo takes all of them back. */
  readonly made: ChangeMade[];
}

interface RunOutcome {
  readonly left: readonly Left[];
  /** Why the rest was not sent, or got no response. */
  readonly failure: { readonly error: unknown } | null;
}

/** Changes records one after another, shows each change at once, and takes it back if it fails. */
export class RecordChanges {
  readonly #data: DeskData;
  /** What the user's own changes made of a version: a later change is based on that. */
  readonly #successors = new Map<number, Partial<RecordColumns> & { readonly version: number }>();
  /** The version that the user's latest change made of a record, by its id. */
  readonly #ownVersions = new Map<string, number>();
  /** The latest event that the open record was loaded with, by the record's id. */
  readonly #loadedEvents = new Map<string, number>();
  #running: Promise<unknown> = Promise.resolve();

  constructor(data: DeskData) {
    this.#data = data;
  }

  /** Resolves once the changes made so far have succeeded or failed. */
  settled(): Promise<unknown> {
    return this.#running;
  }

  /** Resolves once no change waits for its response, however many are made until then. */
  async idle(): Promise<void> {
    const running = this.#running;
    await running;
    if (running !== this.#running) return this.idle();
  }

  /** Whether the event is loaded, or belongs to a change made here or to one that it was based on. */
  isOwn({ id, type, record_id: record }: LiveEvent): boolean {
    if (id <= (this.#loadedEvents.get(record) ?? 0)) return true;
    return versionTypes.has(type) && id <= (this.#ownVersions.get(record) ?? 0);
  }

  /** What the open record holds once `loaded` needs no further load: its own live events come later, or have come. */
  showOwn(reference: string | null, loaded: Promise<void>): Promise<void> {
    const shown = loaded.then(() => {
      const open = this.#data.client.getQueryData<OpenRecord | null>(["record", reference]);
      if (open) this.#loadedEvents.set(open.record.id, Math.max(...open.events.map(({ id }) => id)));
    });
    this.#running = Promise.allSettled([this.#running, shown]);
    return shown;
  }

  async make(run: Run): Promise<RunOutcome> {
    let left: readonly Left[] = [];
    const shown = run.wishes.map(({ record, change }) => this.#data.expect(record.id, change));
    try {
      await this.#queue({
        mutationFn: async () => void (left = await this.#send(run)),
        onSettled: () => {
          for (const end of shown) end();
          this.#rollBack(run);
        },
      });
      return { left, failure: null };
    } catch (error) {
      return { left, failure: { error } };
    }
  }

  correct(record: SubmissionRecord, fields: Correction): Promise<void> {
    return this.#queue({
      mutationFn: async () => {
        const current = this.#newest(record);
        this.#succeed(current, {}, await correctRecord(current, fields));
      },
    });
  }

  /** Sends as many changes at once as the server takes. Returns the records that were left as they are. */
  async #send({ wishes, made }: Run): Promise<Left[]> {
    const left: Left[] = [];
    const due = wishes
      .map((wish) => ({ ...wish, record: this.#newest(wish.record) }))
      .filter(({ record, change }) => !isDone(record, change) || !this.#data.isLatest(record));
    for (let sent = 0; sent < due.length; sent += bulkMost) {
      const batch = due.slice(sent, sent + bulkMost);
      const changes = batch.map(({ record: { ref_number: reference, version }, change, isUndo }) => ({
        reference,
        version,
        ...change,
        ...(isUndo === true && { is_undo: true }),
      }));
      const { outcomes, counts } = await this.#data.inSession(() => changeRecords(changes));
      this.#data.countOwn(counts, Math.max(...outcomes.map(({ version }) => version)));
      for (const [index, wish] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome?.kind !== "changed")
          left.push({ record: wish.record, isGone: outcome?.kind === "missing", why: outcome?.why ?? null });
        else {
          this.#succeed(wish.record, { ...wish.change, ...outcome.answer }, outcome.version);
          this.#data.tell(outcome.reference, outcome.events);
          made.push({ ...wish, version: outcome.version });
        }
      }
    }
    return left;
  }

  /** Shows the former cells of what was not changed. */
  #rollBack({ wishes, made }: Run): void {
    const done = new Set(made.map(({ record }) => record.id));
    for (const { record, change } of wishes) {
      if (done.has(record.id)) continue;
      const { id, version, ...newest } = this.#newest(record);
      const former = changeableCells(newest);
      const cells = Object.entries(former).filter(([name]) => Object.hasOwn(change, name));
      this.#data.patch(id, Object.fromEntries(cells), version);
    }
  }

  /** Makes changes one after another, so that the user's own changes never conflict with each other. */
  #queue(options: MutationOptions<void>): Promise<void> {
    const { client } = this.#data;
    const mutation = client.getMutationCache().build(client, { ...options, scope: { id: "changes" } });
    const made = mutation.execute();
    this.#running = Promise.allSettled([this.#running, made]);
    return made;
  }

  #newest(record: SubmissionRecord): SubmissionRecord {
    const next = this.#successors.get(record.version);
    return next === undefined ? record : this.#newest(Object.assign({}, record, next));
  }

  #succeed(record: SubmissionRecord, changed: Partial<RecordColumns>, version: number): void {
    const cells = { ...changed, version };
    if (version !== record.version) this.#successors.set(record.version, cells);
    this.#ownVersions.set(record.id, version);
    this.#data.patch(record.id, cells);
  }
}

/** Events that make a new version. A change is not based on the others: a colleague's note may come before it. */
const versionTypes: ReadonlySet<string> = new Set([
  "status",
  "owner",
  "snooze",
  "order",
  "duplicate",
  "corrected",
]);

function isDone(record: SubmissionRecord, change: RecordCells): boolean {
  const cells = Object.entries(changeableCells(record));
  return cells.every(([name, cell]) => !Object.hasOwn(change, name) || Reflect.get(change, name) === cell);
}
