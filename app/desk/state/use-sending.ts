import { useMutation, useMutationState } from "@tanstack/react-query";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { messages } from "#domain/messages.ts";

import type { Desk } from "./desk.ts";

interface Sendable {
  readonly text: string;
}

interface Sending<Written extends Sendable> {
  readonly send: (written: Written) => void;
  readonly isBusy: boolean;
  /** The text that failed last, and why; null if the last one did not fail. */
  readonly failed: { readonly text: string; readonly problem: string } | null;
}

const failedTexts = {
  note: "The note or call was not stored:",
  reply: "The reply was not sent:",
} as const;

/** Sends what a user has written about a record. It is found again if another record was open in between. */
export function useSending<Written extends Sendable>(
  desk: Desk,
  [kind, reference]: readonly [kind: keyof typeof failedTexts, reference: string],
  send: (written: Written) => Promise<void>,
): Sending<Written> {
  const { client } = desk.data;
  const mutationKey = [kind, reference];
  const { mutate } = useMutation(
    {
      mutationKey,
      gcTime: 60_000,
      mutationFn: send,
      onError: (error) => desk.failElsewhere(reference, `${failedTexts[kind]} ${reference}`, error),
    },
    client,
  );
  const filters = { mutationKey };
  const latest = useMutationState({ filters, select: ({ state }) => state }, client).at(-1);
  const { error = null, status, variables } = latest ?? {};
  return {
    send: mutate,
    isBusy: status === "pending",
    failed: error === null ? null : { text: textOf(variables), problem: problemOf(error) },
  };
}

function textOf(variables: unknown): string {
  const isWritten = typeof variables === "object" && variables !== null && "text" in variables;
  return isWritten ? String(variables.text) : "";
}

function problemOf(error: Error): string {
  return error instanceof CallProblem ? error.message : messages.unexpected;
}
