import { useMutationState } from "@tanstack/react-query";

import type { RecordCells } from "#domain/desk.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { deskClient } from "./desk-client.ts";

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

/** The same, followed. */
export function usePendingChanges(): PendingChanges {
  return useMutationState({ filters: pendingFilter, select: ({ state }) => state.variables as ChangeSet });
}

/** Shows a record as it will be. If the change fails, it is as it was. */
export function withPending(record: SubmissionRecord, pending: PendingChanges): SubmissionRecord {
  return pending
    .flatMap(({ edits }) => edits.filter((edit) => edit.record.id === record.id))
    .reduce<SubmissionRecord>((shown, { change }) => Object.assign({}, shown, change), record);
}
