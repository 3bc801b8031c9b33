import { useEffect, useRef } from "react";

import { focusPart, focusRecord, type RecordPart } from "#app/desk/list/record-focus.ts";
import type { Selection } from "#app/desk/list/use-selection.ts";
import type { DeskState } from "#app/desk/state/desk-state.ts";
import type { DeskView } from "#app/desk/state/desk-view.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import type { ViewState } from "#app/desk/state/use-view.ts";
import { type RecordStatus, recordStatuses } from "#domain/record-status.ts";

import { type KeyActions, useKeys } from "./use-keys.ts";
import { usePlace } from "./use-place.ts";

interface DeskKeys {
  readonly view: DeskView;
  readonly go: ViewState["go"];
  readonly state: DeskState;
  /** The references in the list, in its order. */
  readonly order: readonly string[];
  readonly desk: Desk;
  readonly selection: Selection;
  /** Gives a status to what is selected, else to this record. */
  readonly onStatus: (status: RecordStatus, reference: string | null) => void;
  readonly onShowKeys: () => void;
}

/** The desk by keyboard: keyboard/shortcuts.ts tells what each key does. */
export function useDeskKeys({
  view,
  go,
  state,
  order,
  desk,
  selection,
  onStatus,
  onShowKeys,
}: DeskKeys): void {
  const place = usePlace(order, view.reference);
  const reach = useReach(view, go, state);

  const move = (step: 1 | -1) => {
    const reference = place.neighbour(step);
    if (reference === null) {
      if (step === 1) void desk.loadMore();
    } else if (view.reference === null) focusRecord(reference);
    else go({ ...view, reference }, { replace: true });
  };
  const select = (isRange: boolean) => {
    const reference = place.current();
    if (reference !== null) selection.toggle(reference, isRange);
  };
  const leave = () => {
    if (document.activeElement instanceof HTMLTextAreaElement) focusPart("title");
    else if (view.reference !== null) go({ ...view, reference: null });
    else selection.clear();
  };

  const actions: KeyActions = new Map([
    ["j", () => move(1)],
    ["k", () => move(-1)],
    ["x", () => select(false)],
    ["X", () => select(true)],
    ["n", () => reach("note", place.current())],
    ["r", () => reach("reply", place.current())],
    ["z", () => void desk.undo()],
    ["/", () => focusPart("search")],
    ["?", onShowKeys],
    ["Escape", leave],
    ...recordStatuses.map(
      (status, index) => [String(index + 1), () => onStatus(status, place.current())] as const,
    ),
  ]);
  useKeys(actions, ["j", "k"]);
}

/** Goes to a part of a record, which is opened for it where it is not open yet. */
function useReach(view: DeskView, go: ViewState["go"], { opened }: DeskState) {
  const wanted = useRef<RecordPart | null>(null);
  const isShown = opened !== null && opened.record.ref_number === view.reference;
  useEffect(() => {
    if (isShown && wanted.current !== null) focusPart(wanted.current);
    wanted.current = null;
  }, [isShown]);

  return (part: RecordPart, reference: string | null) => {
    if (reference === null) return;
    if (isShown) return focusPart(part, true);
    wanted.current = part;
    if (view.reference === null) go({ ...view, reference });
  };
}
