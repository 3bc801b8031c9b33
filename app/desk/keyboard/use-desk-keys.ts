import { useEffect, useRef } from "react";

import { type RecordPart, focusPart, focusRecord, usePlace } from "#app/desk/list/list-position.ts";
import type { Selection } from "#app/desk/list/selection.tsx";
import { areKeysOn } from "#app/desk/preferences/shortcuts.ts";
import type { DeskView } from "#app/desk/state/desk-view.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import type { DeskState } from "#app/desk/state/use-desk.ts";
import type { ViewState } from "#app/desk/state/use-view.ts";
import { type RecordStatus, recordStatuses } from "#domain/record-status.ts";

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

/** What keys do, by the sign they write. */
type KeyActions = ReadonlyMap<string, () => void>;

/** Does what a key says, wherever the focus is, unless somebody is typing or a box stands open. */
function useKeys(actions: KeyActions, repeated: readonly string[]): void {
  const latest = useRef({ actions, repeated });
  useEffect(() => {
    latest.current = { actions, repeated };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // With Caps Lock on, letters are capitals without Shift.
      const key = event.shiftKey || event.key.length > 1 ? event.key : event.key.toLowerCase();
      const action = latest.current.actions.get(key);
      if (action === undefined || !isMeant(event)) return;
      if (event.repeat && !latest.current.repeated.includes(key)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const textFields = "input:not([type=checkbox]), textarea, select, [contenteditable]";

function isMeant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
    return false;
  if (document.querySelector("dialog[open], :popover-open") !== null) return false;
  if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) return true;
  const isTyping = event.target instanceof Element && event.target.closest(textFields) !== null;
  return !isTyping && (event.key.length > 1 || areKeysOn());
}
