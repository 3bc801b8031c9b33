import { useEffect, useEffectEvent, useRef } from "react";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { type RecordPart, focusPart, focusRecord, usePlace } from "#app/desk/list/list-position.ts";
import type { Selection } from "#app/desk/list/selection.tsx";
import { areKeysOn, type ShortcutAction } from "#app/desk/preferences/shortcuts.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { inOtherOrder, listKey } from "#app/desk/state/desk-view.ts";
import { rememberOrder } from "#app/desk/state/last-list.ts";
import { mergeInto } from "#app/desk/state/merge.ts";
import { isTurning } from "#app/desk/state/use-desk.ts";
import { isUnanswered } from "#domain/answer.ts";
import type { RecordCells } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { keyHandler } from "./key-handler.ts";

interface DeskKeys {
  /** The references of the listed records. */
  readonly order: readonly string[];
  readonly selection: Selection;
  /** Goes to the first record of the list, once it is shown. */
  readonly onFirst: () => void;
  readonly onShowKeys: () => void;
}

/** What to change, by the record as it is. */
type ChangeOf = (record: SubmissionRecord) => RecordCells;

/**
 * Keys act on the record that the address names when they are pressed, even if the page still shows another; without
 * one, on the selection or the focused record, unless the address names another list than the page shows.
 */
export function useDeskKeys(props: DeskKeys): { readonly complete: () => void } {
  const { order, selection, onFirst, onShowKeys } = props;
  const { view, current, go, state, desk, viewer } = useDeskPage();
  const { user } = viewer;
  const list = listKey(state.shown?.list ?? view);
  const place = usePlace({ list, order }, view.reference, () => current().reference);
  const parts = useFocusPart();
  const isOpen = () => current().reference !== null;
  const isPast = () => !isOpen() && isTurning(state, current());
  const here = () => (isPast() ? null : place.current());
  const isForSelection = () => !isOpen() && selection.records.length > 0;

  const move = (step: 1 | -1) => {
    if (isPast()) return step === 1 ? onFirst() : undefined;
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
  const recordHere = () => desk.data.known(here() ?? "");
  /** Changes the selected records as the first of them asks for, or the one where the user is. False if there is none. */
  const change = (changeOf: ChangeOf): boolean => {
    if (parts.isAwaited() || isPast()) return false;
    const chosen = isForSelection()
      ? selection.records
      : [recordHere()].filter((record) => record !== undefined);
    const [first] = chosen;
    if (first === undefined) return false;
    if (isForSelection()) selection.clear();
    const made = changeOf(first);
    void desk.changeAll(chosen.map((record) => ({ record, change: made })));
    return true;
  };
  /** Completes the record and opens the next. */
  const complete = () => {
    const isOne = !isForSelection();
    if (change(() => ({ status: "completed" })) && isOne) move(1);
  };
  const leave = () => {
    if (document.activeElement instanceof HTMLTextAreaElement) focusPart("title");
    else if (isOpen()) go({ ...current(), reference: null }, { atOnce: true });
    else selection.clear();
  };
  const sort = () => {
    const sorted = inOtherOrder(current());
    rememberOrder(user, sorted);
    go(sorted, { atOnce: true });
  };
  const merge = () => {
    const record = recordHere();
    if (record !== undefined) void mergeInto(desk, record, record.repeats?.duplicate_of ?? null);
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
    showKeys: onShowKeys,
    leave,
    new: () => change(() => ({ status: "new" })),
    in_progress: () => change(() => ({ status: "in_progress" })),
    completed: () => change(() => ({ status: "completed" })),
    cancelled: () => change(() => ({ status: "cancelled" })),
    take: () => change((record) => ({ owner_id: record.owner_id === user.id ? null : user.id })),
    order: () =>
      submissionOf(current()).hasDeal === true &&
      change((record) => ({ order_placed: !record.order_placed })),
    merge,
    complete,
    snooze: () => (isForSelection() ? focusPart("snooze", true) : parts.focus("snooze", here())),
    sort,
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
function useFocusPart() {
  const { view, current, go, state, desk } = useDeskPage();
  const { opened, isOpening, openProblem } = state;
  const wanted = useRef<Wanted | null>(null);
  const isShown = opened !== null && opened.record.ref_number === view.reference;
  const isLoaded = isShown && !isOpening;
  const press = (part: RecordPart) => {
    wanted.current = null;
    if (focusPart(part, true) || part !== "next") return;
    if (opened !== null) desk.say(withoutStep(opened.record));
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

/** Runs the action of a shortcut wherever the focus is, except while typing or in a dialog. */
function useShortcuts(actions: Actions): void {
  const act = useEffectEvent((action: ShortcutAction) => actions[action]?.());
  // Bound once: a page that changes between the keys of a sequence must not forget the first.
  useEffect(() => {
    const listener = keyHandler(act, isIgnored);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
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
