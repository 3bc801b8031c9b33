import { useEffect, useLayoutEffect, useRef } from "react";
import { tinykeys } from "tinykeys";

import { type RecordPart, focusPart, focusRecord, usePlace } from "#app/desk/list/list-position.ts";
import type { Selection } from "#app/desk/list/selection.tsx";
import { areKeysOn, type ShortcutAction, shortcuts } from "#app/desk/preferences/shortcuts.ts";
import type { DeskView } from "#app/desk/state/desk-view.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { type DeskState, isTurning } from "#app/desk/state/use-desk.ts";
import type { ViewState } from "#app/desk/state/use-view.ts";
import type { RecordCells } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

interface DeskKeys {
  readonly view: DeskView;
  readonly current: ViewState["current"];
  readonly go: ViewState["go"];
  readonly state: DeskState;
  /** The references of the listed records. */
  readonly order: readonly string[];
  readonly desk: Desk;
  readonly selection: Selection;
  readonly userId: string;
  readonly onChange: (changeOf: ChangeOf, reference: string) => void;
  /** Changes the selected records as the first of them asks for. */
  readonly onChangeSelected: (changeOf: ChangeOf) => void;
  /** Goes to the first record of the list, once it is shown. */
  readonly onFirst: () => void;
  readonly onMerge: (reference: string | null) => void;
  readonly onSort: () => void;
  readonly onShowKeys: () => void;
}

/** What to change, by the record as it is. */
export type ChangeOf = (record: SubmissionRecord) => RecordCells;

/**
 * Keys act on the record that the address names when they are pressed, even if the page still shows another; without
 * one, on the selection or the focused record, unless the address names another list than the page shows.
 */
export function useDeskKeys(props: DeskKeys): { readonly complete: () => void } {
  const { view, current, go, state, order, desk, selection, userId } = props;
  const place = usePlace(order, view.reference, () => current().reference);
  const parts = useFocusPart(props, state);
  const isOpen = () => current().reference !== null;
  const isPast = () => !isOpen() && isTurning(state, current());
  const here = () => (isPast() ? null : place.current());
  const isForSelection = () => !isOpen() && selection.records.length > 0;

  const move = (step: 1 | -1) => {
    if (isPast()) return step === 1 ? props.onFirst() : undefined;
    const reference = place.neighbour(step);
    if (reference === null) {
      if (step === 1) void desk.loadMore();
    } else if (current().reference === null) focusRecord(reference);
    else go({ ...current(), reference }, { replace: true, atOnce: true });
  };
  const select = (isRange: boolean) => {
    const reference = here();
    if (reference !== null) selection.toggle(reference, isRange);
  };
  const change = (changeOf: ChangeOf) => {
    if (parts.isAwaited() || isPast()) return;
    if (isForSelection()) return props.onChangeSelected(changeOf);
    const reference = here();
    if (reference !== null) props.onChange(changeOf, reference);
  };
  /** Completes the record and opens the next. */
  const complete = () => {
    const isOne = !isForSelection();
    change(() => ({ status: "completed" }));
    if (isOne) move(1);
  };
  const leave = () => {
    if (document.activeElement instanceof HTMLTextAreaElement) focusPart("title");
    else if (isOpen()) go({ ...current(), reference: null }, { atOnce: true });
    else selection.clear();
  };

  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    select: () => select(false),
    selectRange: () => select(true),
    note: () => parts.focus("note", here()),
    call: () => parts.focus("call", here()),
    reply: () => parts.focus("reply", here()),
    quote: () => parts.focus("quote", here()),
    next_step: () => parts.focus("next", here()),
    approve: () => parts.focus("approve", here()),
    extend: () => parts.focus("extend", here()),
    payment: () => parts.focus("payment", here()),
    parcel: () => parts.focus("parcel", here()),
    undo: () => void desk.undo(),
    search: () => focusPart("search"),
    showKeys: props.onShowKeys,
    leave,
    new: () => change(() => ({ status: "new" })),
    in_progress: () => change(() => ({ status: "in_progress" })),
    completed: () => change(() => ({ status: "completed" })),
    cancelled: () => change(() => ({ status: "cancelled" })),
    take: () => change((record) => ({ owner_id: record.owner_id === userId ? null : userId })),
    order: () => change((record) => ({ order_placed: !record.order_placed })),
    merge: () => props.onMerge(here()),
    complete,
    snooze: () => (isForSelection() ? focusPart("snooze", true) : parts.focus("snooze", here())),
    sort: props.onSort,
    ...Object.fromEntries(
      submissions.map(({ table }) => [
        `tab ${table}`,
        () => go({ ...current(), table, reference: null }, { atOnce: true }),
      ]),
    ),
  });
  return { complete };
}

/** Their tools depend on the deal: until it is loaded, there is only the quote. */
const dealParts: ReadonlySet<RecordPart> = new Set(["next", "approve", "extend", "payment", "parcel"]);

interface Wanted {
  readonly part: RecordPart;
  readonly reference: string;
}

/** Goes to a part of a record and presses it, and opens the record first if necessary. */
function useFocusPart({ view, current, go }: Omit<ViewState, "isRecordLink">, state: DeskState) {
  const { opened, isOpening, openProblem } = state;
  const wanted = useRef<Wanted | null>(null);
  const isShown = opened !== null && opened.record.ref_number === view.reference;
  const isLoaded = isShown && !isOpening;
  const press = (part: RecordPart) => {
    wanted.current = null;
    focusPart(part, true);
  };
  useEffect(() => {
    const { part, reference } = wanted.current ?? {};
    if (part === undefined) return;
    if (reference !== view.reference || openProblem !== null) wanted.current = null;
    else if (dealParts.has(part) ? isLoaded : isShown) press(part);
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

/** Runs the action of a shortcut wherever the focus is, except while typing or in a dialog. */
function useShortcuts(actions: Actions): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  // Bound once: a page that changes between the keys of a sequence must not forget the first.
  useEffect(() => {
    const bindings = shortcuts.flatMap(({ binding, action }) => {
      if (action === null) return [];
      const run = (event: KeyboardEvent) => {
        event.preventDefault();
        latest.current[action]?.();
      };
      return [[binding, run] as const];
    });
    return tinykeys(window, Object.fromEntries(bindings), { ignore: isIgnored });
  }, []);
}

type Actions = Readonly<Record<ShortcutAction, () => void>>;

const textFields = "input:not([type=checkbox]), textarea, select, [contenteditable]";
const repeatable = ["j", "k"];

/** The last character that went into a text field, until a key ends the word. */
let typedAt = -Infinity;
const typingPauseMs = 500;

/** Typing, also the rest of a word whose field has just gone: a form that closes must not turn it into shortcuts. */
function isTyping({ key, target, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isInField = target instanceof Element && target.closest(textFields) !== null;
  const isWithin = isInField || timeStamp - typedAt < typingPauseMs;
  if (key.length === 1 && !ctrlKey && !metaKey && !altKey) typedAt = isWithin ? timeStamp : -Infinity;
  else if (key !== "Shift") typedAt = -Infinity;
  return isInField || (isWithin && key.length === 1);
}

function isIgnored(event: KeyboardEvent): boolean {
  const { defaultPrevented, isComposing, key, repeat, target } = event;
  const isWord = isTyping(event);
  if (defaultPrevented || isComposing || (repeat && !repeatable.includes(key.toLowerCase()))) return true;
  if (document.querySelector("dialog[open], :popover-open") !== null) return true;
  if (key === "Escape" && target instanceof HTMLTextAreaElement) return false;
  return isWord || (key.length === 1 && !areKeysOn());
}
