import { useEffect, useRef } from "react";
import { tinykeys } from "tinykeys";

import { type RecordPart, focusPart, focusRecord, usePlace } from "#app/desk/list/list-position.ts";
import type { Selection } from "#app/desk/list/selection.tsx";
import { areKeysOn, type ShortcutAction, shortcuts } from "#app/desk/preferences/shortcuts.ts";
import type { DeskView } from "#app/desk/state/desk-view.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import type { DeskState } from "#app/desk/state/use-desk.ts";
import type { ViewState } from "#app/desk/state/use-view.ts";
import type { RecordStatus } from "#domain/record-status.ts";

interface DeskKeys {
  readonly view: DeskView;
  readonly current: ViewState["current"];
  readonly go: ViewState["go"];
  readonly state: DeskState;
  /** The references of the listed records. */
  readonly order: readonly string[];
  readonly desk: Desk;
  readonly selection: Selection;
  /** Sets the status of the selected records, or of this one if none is selected. */
  readonly onStatus: (status: RecordStatus, reference: string | null) => void;
  readonly onShowKeys: () => void;
}

/** Keys act on the record that the address names when they are pressed, even if the page still shows another. */
export function useDeskKeys(props: DeskKeys): void {
  const { view, current, go, state, order, desk, selection, onStatus, onShowKeys } = props;
  const place = usePlace(order, view.reference, () => current().reference);
  const focusInRecord = useFocusPart(props, state);

  const move = (step: 1 | -1) => {
    const reference = place.neighbour(step);
    if (reference === null) {
      if (step === 1) void desk.loadMore();
    } else if (current().reference === null) focusRecord(reference);
    else go({ ...current(), reference }, { replace: true, atOnce: true });
  };
  const select = (isRange: boolean) => {
    const reference = place.current();
    if (reference !== null) selection.toggle(reference, isRange);
  };
  const leave = () => {
    if (document.activeElement instanceof HTMLTextAreaElement) focusPart("title");
    else if (current().reference !== null) go({ ...current(), reference: null }, { atOnce: true });
    else selection.clear();
  };

  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    select: () => select(false),
    selectRange: () => select(true),
    note: () => focusInRecord("note", place.current()),
    reply: () => focusInRecord("reply", place.current()),
    undo: () => void desk.undo(),
    search: () => focusPart("search"),
    showKeys: onShowKeys,
    leave,
    new: () => onStatus("new", place.current()),
    in_progress: () => onStatus("in_progress", place.current()),
    completed: () => onStatus("completed", place.current()),
    cancelled: () => onStatus("cancelled", place.current()),
  });
}

/** Returns a function that focuses a part of a record, and opens the record first if necessary. */
function useFocusPart({ view, current, go }: Omit<ViewState, "isRecordLink">, { opened }: DeskState) {
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
    if (current().reference === null) go({ ...current(), reference }, { atOnce: true });
  };
}

/** Runs the action of a shortcut wherever the focus is, except while typing or in a dialog. */
function useShortcuts(actions: Readonly<Record<ShortcutAction, () => void>>): void {
  useEffect(() => {
    const bindings = shortcuts.flatMap(({ binding, action }) => {
      if (action === null) return [];
      const run = (event: KeyboardEvent) => {
        event.preventDefault();
        actions[action]();
      };
      return [[binding, run] as const];
    });
    return tinykeys(window, Object.fromEntries(bindings), { ignore: isIgnored });
  });
}

const textFields = "input:not([type=checkbox]), textarea, select, [contenteditable]";
const repeatable = ["j", "k"];

function isIgnored({ defaultPrevented, isComposing, key, repeat, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || (repeat && !repeatable.includes(key.toLowerCase()))) return true;
  if (document.querySelector("dialog[open], :popover-open") !== null) return true;
  if (key === "Escape" && target instanceof HTMLTextAreaElement) return false;
  const isTyping = target instanceof Element && target.closest(textFields) !== null;
  return isTyping || (key.length === 1 && !areKeysOn());
}
