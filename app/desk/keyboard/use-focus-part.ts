import { useEffect, useEffectEvent, useRef } from "react";

import { focusPart, type RecordPart } from "#app/desk/list/list-position.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { showToast } from "#app/desk/state/notices.ts";
import { isUnanswered } from "#domain/answer.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

/** Their tools depend on the deal: until it is loaded, there is only the quote. */
const dealParts: ReadonlySet<RecordPart> = new Set(["next", "approve", "extend", "payment", "parcel"]);

interface Wanted {
  readonly part: RecordPart;
  readonly reference: string;
}

/**
 * Goes to a part of a record and presses it, and opens the record first if necessary. `shownRecord` is the one whose
 * parts are on the page.
 */
export function useFocusPart(shownRecord: string | null) {
  const { view, current, go, state } = useDeskPage();
  const { opened, isOpening, openProblem } = state;
  const wanted = useRef<Wanted | null>(null);
  const isShown = opened?.record.ref_number === view.reference && shownRecord === view.reference;
  const isLoaded = isShown && !isOpening;
  const press = (part: RecordPart) => {
    wanted.current = null;
    if (focusPart(part, true) || part !== "next" || opened === null) return;
    showToast({ text: withoutStep(opened.record) });
  };
  const pressReady = useEffectEvent(press);
  useEffect(() => {
    const { part, reference } = wanted.current ?? {};
    if (part === undefined) return;
    if (reference !== view.reference || openProblem !== null) wanted.current = null;
    else if (dealParts.has(part) ? isLoaded : isShown) pressReady(part);
  }, [view.reference, isShown, isLoaded, openProblem]);

  return {
    focus(part: RecordPart, reference: string | null) {
      if (reference === null) return;
      const isReady = dealParts.has(part) ? isLoaded : isShown;
      if (isReady && reference === view.reference) return press(part);
      wanted.current = { part, reference };
      if (current().reference === null) go({ ...current(), reference }, { atOnce: true });
    },
    /** What is typed next is meant for a form that is not there yet. */
    isAwaited: () => wanted.current !== null,
  };
}

/** What the key for the next step says if there is none. */
function withoutStep(record: SubmissionRecord): string {
  if (!isOpenStatus(record.status)) return "Nothing to do";
  return isUnanswered(record) ? "Reply to it: key r" : "Nothing to do: waiting for the customer";
}
