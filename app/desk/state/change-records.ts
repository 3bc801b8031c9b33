import { type MutationOptions, type QueryKey, useMutationState } from "@tanstack/react-query";

import { deskCall, failureText as problemText, isUnreached } from "#app/desk/api/desk-call.ts";
import type { OpenRecord } from "#app/desk/api/open-record.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { bulkMost, type ChangeOutcome, type RecordCells } from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import { initialStatus, isOpenStatus, isRecordStatus } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { changeText, recordNames, refusedText } from "./change-text.ts";
import { deskClient, type LoadedList, reloadRecords, showTold, summaryQuery } from "./desk-queries.ts";
import { showFailure, showProblem, showToast } from "./notices.ts";

/** A record as the user saw it, and what to change. */
export interface RecordEdit {
  readonly record: SubmissionRecord;
  readonly change: RecordCells;
}

export const changeKey = ["change"] as const;

/** Variables of the mutation. */
export interface ChangeSet {
  readonly edits: readonly RecordEdit[];
  /** Gives former values back. */
  readonly isUndo: boolean;
}

export const pendingFilter = { mutationKey: changeKey, status: "pending" } as const;

export type PendingChanges = readonly ChangeSet[];

/** The changes without a response yet, oldest first. */
export function pendingChanges(): PendingChanges {
  const pending = deskClient.getMutationCache().findAll(pendingFilter);
  return pending.map(({ state }) => state.variables as ChangeSet);
}

export function usePendingChanges(): PendingChanges {
  return useMutationState({ filters: pendingFilter, select: ({ state }) => state.variables as ChangeSet });
}

/** Returns a record as it will be after the pending changes. */
export function withPending(record: SubmissionRecord, pending: PendingChanges): SubmissionRecord {
  return pending
    .flatMap(({ edits }) => edits.filter((edit) => edit.record.id === record.id))
    .reduce<SubmissionRecord>((shown, { change }) => Object.assign({}, shown, change), record);
}

/** Changes records: shows it at once, says what was done and offers to undo it. The last change of a cell counts. */
export function changeRecords(edits: readonly RecordEdit[], isUndo = false): void {
  if (edits.length === 0) return;
  const mutation = deskClient.getMutationCache().build(deskClient, changeMutation);
  mutation.execute({ edits, isUndo }).catch(() => {}); // `onError` says so.
}

export function changeRecord(record: SubmissionRecord, change: RecordCells): void {
  changeRecords([{ record, change }]);
}

/** A change fails after about two minutes without the server. */
const triesAtMost = 15;
const longestPauseMs = 10_000;

const changeMutation: MutationOptions<ChangeResult, Error, ChangeSet> = {
  mutationKey: changeKey,
  scope: { id: "changes" }, // One after another: the user's own changes never conflict with each other.
  retry: (failures, error) => isUnreached(error) && failures < triesAtMost,
  retryDelay: (failures) => Math.min(longestPauseMs, 1000 * 2 ** failures),
  mutationFn: sendInBatches,
  onMutate: (changes) => showDone(changes),
  onSuccess({ outcomes }, changes) {
    patchRecords(outcomes, changes.edits);
    const isMade = (_: RecordEdit, index: number) => outcomes[index]?.kind === "changed";
    const made = { ...changes, edits: changes.edits.filter(isMade) };
    const isWhole = made.edits.length === changes.edits.length;
    if (!isWhole || hasWaited(changes)) showDone(made);
    if (isWhole) return;
    showRefused(
      outcomes.filter(({ kind }) => kind !== "changed"),
      changes,
    );
  },
  onError(error, changes) {
    showToast(null);
    const retry = () => changeRecords(changes.edits, changes.isUndo);
    showFailure(error, { text: failureText(changes, error), about: recordNames(changes.edits), retry });
  },
  onSettled(answer) {
    // The last change reloads: records loaded before it would lack it.
    if (deskClient.isMutating({ mutationKey: changeKey }) === 1) void reloadRecords(answer?.told);
  },
};

/** Returns whether the change took several tries: its toast is gone by then. */
function hasWaited(changes: ChangeSet): boolean {
  const mutations = deskClient.getMutationCache().findAll({ mutationKey: changeKey });
  return mutations.some(({ state }) => state.variables === changes && state.failureCount > 0);
}

/** Versions that the user's own changes made, by the version before: later changes are based on them. */
const ownVersions = new Map<number, number>();

function newestVersion(version: number): number {
  const next = ownVersions.get(version);
  return next === undefined ? version : newestVersion(next);
}

interface ChangeResult {
  readonly outcomes: readonly ChangeOutcome[];
  /** The queries that the answer has filled already. */
  readonly told: readonly QueryKey[];
}

async function sendInBatches({ edits }: ChangeSet): Promise<ChangeResult> {
  let told: readonly QueryKey[] = [];
  const outcomes: ChangeOutcome[] = [];
  for (let sent = 0; sent < edits.length; sent += bulkMost) {
    const changes = edits.slice(sent, sent + bulkMost).map(({ record, change }) => ({
      reference: record.ref_number,
      version: newestVersion(record.version),
      ...change,
    }));
    // A change of status that fails has a text of its own (specification, catalogue of errors).
    const fallback = edits[0]?.change.status === undefined ? undefined : messages.statusUpdateFailed;
    const answer = await deskCall(deskCalls.recordChanges, { changes }, { ...(fallback && { fallback }) });
    for (const [index, outcome] of answer.outcomes.entries()) {
      const seen = changes[index]?.version ?? outcome.version;
      if (outcome.kind === "changed" && outcome.version !== seen) ownVersions.set(seen, outcome.version);
    }
    outcomes.push(...answer.outcomes);
    told = await showTold(answer, edits[sent]?.record.ref_number);
  }
  return { outcomes, told };
}

/** Shows the changed cells until the records are loaded again. */
function patchRecords(outcomes: readonly ChangeOutcome[], edits: readonly RecordEdit[]): void {
  const cells = new Map<string, object>();
  for (const [index, { record, change }] of edits.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind !== "changed") continue;
    cells.set(record.id, { ...change, ...outcome.answer, version: outcome.version });
  }
  const patched = (record: SubmissionRecord): SubmissionRecord =>
    cells.has(record.id) ? Object.assign({}, record, cells.get(record.id)) : record;
  deskClient.setQueriesData<LoadedList>(
    { queryKey: ["list"] },
    (list) => list && { ...list, records: list.records.map(patched) },
  );
  deskClient.setQueriesData<OpenRecord | null>(
    { queryKey: ["record"] },
    (open) => open && { ...open, record: patched(open.record) },
  );
}

function showDone(changes: ChangeSet): void {
  if (changes.edits.length === 0) return showToast(null);
  const people = deskClient.getQueryData(summaryQuery.queryKey)?.people ?? [];
  const undo = async () => changeRecords(changes.edits.map(inverse), true);
  showToast({ text: changeText(changes, people), ...(!changes.isUndo && { undo }) });
}

/** Returns the edit that gives the changed cells back the values that the user saw. */
function inverse({ record, change }: RecordEdit): RecordEdit {
  const { status, owner_id, snoozed_until, order_placed, duplicate_of } = record;
  const former = {
    ...(isRecordStatus(status) && { status }),
    owner_id,
    snoozed_until,
    order_placed,
    duplicate_of,
  };
  const cells = Object.entries(former).filter(([name]) => Object.hasOwn(change, name));
  return { record, change: Object.fromEntries(cells) };
}

function showRefused(outcomes: readonly ChangeOutcome[], { edits }: ChangeSet): void {
  const refused = outcomes.map(({ reference, kind, why }) => ({
    reference,
    isGone: kind === "missing",
    why,
  }));
  const isOne = edits.length === 1;
  const [first] = refused;
  showProblem({
    text: refusedText(refused, isOne),
    ...(isOne && first?.why === undefined && first?.isGone === false && { reference: first.reference }),
  });
}

export function failureText({ edits }: ChangeSet, error: unknown): string {
  const { status, order_placed: isOrdered } = edits[0]?.change ?? {};
  if (status !== undefined) return problemText(error, messages.statusUpdateFailed);
  return problemText(error, isOrdered === undefined ? messages.unexpected : messages.orderUpdateFailed);
}

/** Cancels a record as a repetition of the original; one that is merged and closed becomes new again. */
export function mergeInto(record: SubmissionRecord, original: string | null): void {
  const { ref_number: reference, status, order_placed: isOrdered, duplicate_of: merged } = record;
  if (merged !== null) {
    // A record that the customer went on with keeps its status.
    const isNew = !isOrdered && !isOpenStatus(status);
    changeRecord(record, { duplicate_of: null, ...(isNew && { status: initialStatus }) });
  } else if (original === null) showToast({ text: `${reference} repeats no earlier record` });
  else if (canBeMerged(record)) changeRecord(record, { duplicate_of: original, status: "cancelled" });
  else
    showToast({
      text: `${reference} ${hasDeal(record) ? messages.dealNotMerged : "is closed or has an order: it is not merged"}`,
    });
}

/** Returns whether merging may cancel the record: it is open, and its customer can approve nothing. */
export function canBeMerged(record: SubmissionRecord): boolean {
  const { status, order_placed: isOrdered, duplicate_of: merged } = record;
  return merged === null && !isOrdered && isOpenStatus(status) && !hasDeal(record);
}

function hasDeal({ next_step: step }: SubmissionRecord): boolean {
  return typeof step === "string" && step !== "quote" && step !== "offer" && step !== "done";
}
