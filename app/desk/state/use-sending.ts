import { useMutation, useMutationState } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { failureText } from "#app/desk/api/desk-call.ts";
import { beginWriting } from "#app/desk/api/session.ts";
import type { DraftStore } from "#app/shared/forms/draft.ts";
import { minuteMs } from "#domain/durations.ts";

import { useDeskPage } from "./desk-page.ts";
import { showFailure } from "./notices.ts";

interface Sendable {
  readonly text: string;
}

interface SendingState<Written extends Sendable> {
  /** The begun text; null if none. It outlives errors and reloads, not the session. */
  readonly text: string | null;
  readonly type: (text: string | null) => void;
  readonly send: (written: Written) => void;
  readonly isBusy: boolean;
  /** The text that failed last, and why; null if the last one did not fail. */
  readonly failed: { readonly text: string; readonly problem: string } | null;
}

const failedTexts = {
  note: "The note or call was not stored:",
  reply: "The reply was not sent:",
} as const;

/** Keeps and sends the text that a user writes about a record. Another record may be opened in between. */
export function useSending<Written extends Sendable>(
  [kind, reference]: readonly [kind: keyof typeof failedTexts, reference: string],
  draft: DraftStore,
  send: (written: Written) => Promise<void>,
): SendingState<Written> {
  const { current } = useDeskPage();
  const mutationKey = [kind, reference];
  const { mutate } = useMutation({
    mutationKey,
    gcTime: minuteMs,
    mutationFn: send,
    onError: (error) => {
      // The form of the open record shows the problem; nobody sees the form of a record that was left.
      if (current().reference !== reference)
        showFailure(error, { about: `${failedTexts[kind]} ${reference}` });
    },
  });
  const latest = useMutationState({ filters: { mutationKey }, select: ({ state }) => state }).at(-1);
  const { error = null, status, variables } = latest ?? {};
  const isBusy = status === "pending";
  const [text, setText] = useState(() => begunText(draft));
  const [wasBusy, setWasBusy] = useState(isBusy);
  if (wasBusy !== isBusy) {
    setWasBusy(isBusy);
    // The text on the page stays after a failure: session storage may be full, or forbidden.
    if (!isBusy && error === null) setText(begunText(draft));
  }
  const hasText = text !== null && text !== "";
  useEffect(() => (hasText ? beginWriting() : undefined), [hasText]);
  return {
    text,
    type(typed) {
      setText(typed);
      if (typed === null) draft.clear();
      else draft.update({ values: { ...draft.read().values, text: typed } });
    },
    send: mutate,
    isBusy,
    failed: error === null ? null : { text: sentText(variables), problem: failureText(error) },
  };
}

export function begunText(draft: DraftStore): string | null {
  return draft.read().values["text"] ?? null;
}

function sentText(variables: unknown): string {
  const isWritten = typeof variables === "object" && variables !== null && "text" in variables;
  return isWritten ? String(variables.text) : "";
}
